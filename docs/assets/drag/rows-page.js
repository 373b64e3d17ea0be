/** Starts the figures that need bars alone. */

import { start } from "../live/start.js";
import { dropout } from "./dropout.js";
import { memory } from "./memory.js";
import { rows } from "./rows.js";
import { temperature } from "./temperature.js";

start({ alignment: rows, dropout, heads: rows, memory, temperature, width: rows }, ["drag.css"]);
