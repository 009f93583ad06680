import { AppError } from "@sendwright/core/contract";
import { MutationObserver } from "@tanstack/react-query";
import { expect, it, vi } from "vitest";
import { createQueryClient } from "./queryClient.ts";

it("never repeats a change or a send, even if no answer came", async () => {
  const mutationFn = vi.fn(() => Promise.reject(new AppError("no_answer", "No answer.")));
  const change = new MutationObserver(createQueryClient(), { mutationFn, retryDelay: 0 });
  await expect(change.mutate()).rejects.toMatchObject({ reason: "no_answer" });
  expect(mutationFn).toHaveBeenCalledTimes(1);
});
