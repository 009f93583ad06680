import { expose } from "comlink";
import { CsvDesk } from "./csvDesk.ts";

expose(new CsvDesk());
