/** Starts the figure in which words appear one by one. */

import { start } from "../kit/start.js";
import { growing } from "./growing.js";

start({ growing }, ["figures.css", "drag.css"]);
