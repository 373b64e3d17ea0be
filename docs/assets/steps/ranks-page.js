/** Starts the figures of ranks that a reader steps through. */

import { start } from "../kit/start.js";
import { collectives } from "./collectives.js";
import { stages } from "./stages.js";

start({ collectives, stages }, ["figures.css", "steps.css"]);
