/** Starts the figure of a page in which pairs are recalled. */

import { recall } from "./recall.js";
import { start } from "../kit/start.js";

start({ recall }, ["figures.css", "live.css", "recall.css"]);
