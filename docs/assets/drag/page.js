/** Starts the figures in which an arrow is turned. */

import { start } from "../kit/start.js";
import { dragged } from "./query.js";
import { rotary } from "./rotary.js";

start({ full: dragged, rotary }, ["figures.css", "drag.css"]);
