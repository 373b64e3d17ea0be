/** Starts the figures of serving that a reader steps through. */

import { start } from "../kit/start.js";
import { blocks } from "./blocks.js";
import { drafts } from "./drafts.js";

start({ blocks, drafts }, ["figures.css", "steps.css"]);
