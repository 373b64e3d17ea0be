/** Starts the figure of a pipeline. */

import { start } from "../kit/start.js";
import { pipeline } from "./pipeline.js";

start({ pipeline }, ["figures.css", "drag.css"]);
