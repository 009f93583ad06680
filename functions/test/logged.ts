import { vi } from "vitest";

/** The logger's module in a test that mocks it with this one. */
export const write = vi.fn<(entry: object) => void>();

/** The lines logged since this was last called, as they are written: one JSON text each. */
export function logged(): string[] {
  const lines = write.mock.calls.map(([entry]) => JSON.stringify(entry));
  write.mockClear();
  return lines;
}
