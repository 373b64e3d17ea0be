/** Starts the figures that a reader steps through. */

import { start } from "../live/start.js";
import { kvCache } from "./kv-cache.js";

start({ "kv-cache": kvCache }, ["steps.css"]);
