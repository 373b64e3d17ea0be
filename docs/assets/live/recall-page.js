/** Starts the figure of a page in which pairs are recalled. */

import { recall } from "./recall.js";
import { start } from "../kit/start.js";

start({ recall }, ["live.css", "recall.css"]);
