import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "../lib/queryClient.ts";
import { useSendMail } from "./sendMail.ts";

// No email comes.
vi.mock("../lib/call.ts", () => ({ call: () => new Promise(() => {}) }));

it("keeps the email of the row before, if it may stay, but never another send's", () => {
  const cache = createQueryClient();
  cache.setQueryData(["send-mail", "s1", 1], { rendered_subject: "Hello" });
  const shown = { id: "s1", row: 1, mayStay: true };
  const { result, rerender } = renderHook(
    ({ id, row, mayStay }) => useSendMail(id, row, ...(mayStay ? [() => true] : [])).data,
    {
      initialProps: shown,
      wrapper: ({ children }) => (
        <QueryClientProvider client={cache}>{children}</QueryClientProvider>
      ),
    },
  );
  expect(result.current?.rendered_subject).toBe("Hello");
  rerender({ ...shown, row: 2 });
  expect(result.current?.rendered_subject).toBe("Hello");
  rerender({ ...shown, row: 2, mayStay: false });
  expect(result.current).toBeUndefined();
  rerender(shown);
  rerender({ ...shown, id: "s2" });
  expect(result.current).toBeUndefined();
});
