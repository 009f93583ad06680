import { expose } from "comlink";
import { FileTextWork } from "./fileTextWork.ts";

expose(new FileTextWork());
