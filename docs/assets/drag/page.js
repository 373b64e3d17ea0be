/** Starts the figures with planes. */

import { start } from "../live/start.js";
import { growing } from "./growing.js";
import { dragged } from "./query.js";
import { rotary } from "./rotary.js";

start({ full: dragged, growing, rotary }, ["drag.css"]);
