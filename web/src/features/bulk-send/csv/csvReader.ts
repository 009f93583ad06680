import type { CheckResult } from "@sendwright/core/check/types";
import { AppError } from "@sendwright/core/contract";
import type { CsvTable } from "@sendwright/core/csv/readCsv";
import { type Remote, wrap } from "comlink";
import type { Answered, CsvDesk, ToCheck, ToRead } from "./csvDesk.ts";

/** A worker that runs; `stopped` rejects when it no longer answers. */
interface Running {
  desk: Remote<CsvDesk>;
  stopped: Promise<never>;
  stop: (message: string) => void;
}

/** The worker that reads files, seen from the page. It starts with the first file and lives as long as the screen. */
export class CsvReader {
  #running: Running | null = null;

  /** The table of a file or pasted text. Throws AppError with the desk's words. */
  read(request: ToRead): Promise<CsvTable> {
    return this.#ask((desk) => desk.read(request));
  }

  /** What the check finds in the table that was read last. Throws AppError. */
  check(request: ToCheck): Promise<CheckResult> {
    return this.#ask((desk) => desk.check(request));
  }

  /** Stops the worker; a later request starts a new one. */
  close(): void {
    this.#running?.stop("The reading was stopped.");
  }

  async #ask<T>(ask: (desk: Remote<CsvDesk>) => Promise<Answered<T>>): Promise<T> {
    this.#running ??= this.#start();
    const answer = await Promise.race([ask(this.#running.desk), this.#running.stopped]);
    if ("refused" in answer) throw new AppError(answer.refused.reason, answer.refused.message);
    return answer.value;
  }

  #start(): Running {
    const worker = new Worker(new URL("./csvWorker.ts", import.meta.url), { type: "module" });
    const ending = new AbortController();
    const stopped = new Promise<never>((_, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason));
    });
    stopped.catch(() => undefined); // those who wait are told by the race; nobody may be waiting
    const stop = (message: string) => {
      worker.terminate();
      this.#running = null;
      ending.abort(new AppError("csv_unreadable", message));
    };
    worker.addEventListener("error", () => stop("CSV Parsing Error: The file could not be read in this browser."));
    return { desk: wrap<CsvDesk>(worker), stopped, stop };
  }
}
