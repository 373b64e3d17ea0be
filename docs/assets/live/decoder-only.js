/** Starts the figure of a page in which a small decoder-only model runs. */

import { induction } from "./induction.js";
import { start } from "./start.js";

start({ induction }, ["live.css", "decoders.css"]);
