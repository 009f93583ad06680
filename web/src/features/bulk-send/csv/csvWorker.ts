import { CsvDesk, type CsvRequest } from "./csvDesk.ts";
import type { WorkerAnswer, WorkerRequest } from "./csvReader.ts";

/** The parts of a worker's global scope that are used here; the page's own types describe a window. */
interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent<WorkerRequest>) => void): void;
  postMessage(answer: WorkerAnswer): void;
}

const scope = globalThis as unknown as WorkerScope;
const desk = new CsvDesk();
/** One after the other, so that a check never overtakes the reading of its file. */
let last: Promise<unknown> = Promise.resolve();

async function answer(id: number, request: CsvRequest): Promise<void> {
  scope.postMessage({ id, answer: await desk.answer(request) });
}

scope.addEventListener("message", ({ data: { id, request } }) => {
  last = last.then(() => answer(id, request));
});
