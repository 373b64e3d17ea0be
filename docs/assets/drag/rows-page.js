/** Starts the figures that need bars alone. */

import { start } from "../kit/start.js";
import { dropout } from "./dropout.js";
import { memory } from "./memory.js";
import { rows } from "./rows.js";
import { temperature } from "./temperature.js";

start({
  alignment: rows("Which word asks?", "Weights"),
  heads: rows("Which word asks?", "head 0", "head 1"),
  width: rows("How wide?", "softmax(scores)", "softmax(scores / \u221ad)"),
  dropout, memory, temperature,
}, ["figures.css", "drag.css"]);
