import { configure } from "@testing-library/react";

/**
 * Has a query's error print the document when its message is read, for all files of the worker:
 * most errors are those of a query that waits, and no one reads them.
 */
export function printWhenRead(): void {
  configure(({ getElementError: print }) => {
    if ("printsWhenRead" in print) return {};
    const getElementError: typeof print = (message, container) => {
      const error = new Error(message ?? "");
      error.name = "TestingLibraryElementError";
      return Object.defineProperty(error, "message", {
        configurable: true,
        get: () => print(message, container).message,
      });
    };
    return { getElementError: Object.assign(getElementError, { printsWhenRead: true }) };
  });
}
