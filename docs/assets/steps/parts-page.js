/** Starts the figures of heads, experts, codes and states that a reader steps through. */

import { start } from "../kit/start.js";
import { codes } from "./codes.js";
import { experts } from "./experts.js";
import { split } from "./split.js";
import { state } from "./state.js";

start({ codes, experts, split, state }, ["figures.css", "steps.css"]);
