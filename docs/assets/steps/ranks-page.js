/** Starts the figures of ranks that a reader steps through. */

import { start } from "../kit/start.js";
import { collectives } from "./collectives.js";
import { ring } from "./ring.js";
import { stages } from "./stages.js";

start({ collectives, ring, stages }, ["figures.css", "steps.css"]);
