/** Starts the figure that divides a training step. */

import { start } from "../kit/start.js";
import { volumes } from "./volumes.js";

start({ volumes }, ["figures.css", "drag.css"]);
