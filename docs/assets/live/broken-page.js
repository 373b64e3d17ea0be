/** Starts the figure in which a line of a model is wrong. */

import { start } from "../kit/start.js";
import { broken } from "./broken.js";

start({ broken }, ["figures.css", "live.css", "broken.css"]);
