/** Starts the figures of ranks that a reader steps through. */

import { start } from "../kit/start.js";
import { collectives } from "./collectives.js";

start({ collectives }, ["figures.css", "steps.css"]);
