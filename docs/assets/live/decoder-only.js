/** Starts the figures of a page in which a small decoder-only model runs. */

import { induction } from "./induction.js";
import { start } from "../kit/start.js";
import { story } from "./story.js";

start({ induction, sampling: story, story }, ["figures.css", "live.css", "decoders.css"]);
