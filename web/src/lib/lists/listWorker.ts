import { expose } from "comlink";
import { ListWork } from "./listWork.ts";

expose(new ListWork());
