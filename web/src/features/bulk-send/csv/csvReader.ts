import { AppError } from "@sendwright/functions/contract";
import type { CheckResult, CsvTable } from "@sendwright/functions/core";
import type { CsvAnswer, CsvRequest } from "./csvDesk.ts";

export interface WorkerRequest {
  id: number;
  request: CsvRequest;
}
export interface WorkerAnswer {
  id: number;
  answer: CsvAnswer;
}

interface Waiting {
  resolve: (answer: CsvAnswer) => void;
  reject: (error: Error) => void;
}

/** The worker that reads files, seen from the page. It starts with the first file and lives as long as the screen. */
export class CsvReader {
  #worker: Worker | null = null;
  #lastId = 0;
  readonly #waiting = new Map<number, Waiting>();

  /** Takes a file or pasted text; gives its table. Throws AppError with the reader's words. */
  async read(request: Omit<Extract<CsvRequest, { kind: "read" }>, "kind">): Promise<CsvTable> {
    const answer = await this.#ask({ kind: "read", ...request });
    if (answer.kind !== "table") throw refusal(answer);
    return answer.table;
  }

  /** Takes how the table that was read last is to be sent; gives what the check finds. Throws AppError. */
  async check(request: Omit<Extract<CsvRequest, { kind: "check" }>, "kind">): Promise<CheckResult> {
    const answer = await this.#ask({ kind: "check", ...request });
    if (answer.kind !== "checked") throw refusal(answer);
    return answer.result;
  }

  /** Stops the worker; a later request starts a new one. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    this.#giveUp("The reading was stopped.");
  }

  #ask(request: CsvRequest): Promise<CsvAnswer> {
    const worker = this.#running();
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request } satisfies WorkerRequest);
    });
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL("./csvWorker.ts", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerAnswer>) => {
      this.#waiting.get(data.id)?.resolve(data.answer);
      this.#waiting.delete(data.id);
    });
    worker.addEventListener("error", () => {
      this.#worker = null;
      this.#giveUp("CSV Parsing Error: The file could not be read in this browser.");
    });
    this.#worker = worker;
    return worker;
  }

  #giveUp(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new AppError("csv_unreadable", message));
    this.#waiting.clear();
  }
}

function refusal(answer: CsvAnswer): AppError {
  if (answer.kind !== "refused")
    return new AppError("csv_unreadable", "CSV Parsing Error: The file could not be read.");
  return new AppError(answer.reason, answer.message);
}
