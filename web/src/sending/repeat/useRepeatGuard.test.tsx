import { MAX_CORRECTED_ROWS } from "@sendwright/core/contract";
import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { mergedReceipts, useRepeatGuard } from "./useRepeatGuard.ts";

it("counts who received the email from its deleted template, too", () => {
  const at = "2026-11-20T10:00:00.000Z";
  const unclear = { row: 1, by: "unclear", at } as const;
  const sure = { row: 1, by: "mailbox", at } as const;
  const other = { row: 2, by: "mailbox", at } as const;
  expect(mergedReceipts([unclear], [sure, other])).toEqual([sure, other]);
  expect(mergedReceipts([sure], [unclear])).toEqual([sure]);
});

it.each<[boolean | undefined, boolean | undefined, boolean | undefined]>([
  [true, false, true],
  [false, true, true],
  [undefined, true, true],
  [false, false, false],
  [false, undefined, undefined],
])("knows from both answers whether it was the same: %j and %j is %j", (one, other, both) => {
  const found = (at: string, same: boolean | undefined) => [
    { row: 1, by: "mailbox" as const, at, ...(same !== undefined && { same }) },
  ];
  const [early, late] = ["2026-11-20T10:00:00.000Z", "2026-11-21T10:00:00.000Z"];
  const expected = found(late, both);
  expect(mergedReceipts(found(early, one), found(late, other))).toEqual(expected);
  expect(mergedReceipts(found(late, one), found(early, other))).toEqual(expected);
});

it("asks about all addresses or says that there are too many, and never about a part of them", async () => {
  vi.spyOn(console, "warn").mockReturnValue();
  const fetched = vi.spyOn(globalThis, "fetch");
  const { result } = renderHook(useRepeatGuard);
  const further = [{ address: "b@x.org", name: "" }];
  const rows = Array.from({ length: MAX_CORRECTED_ROWS / 2 + 1 }, (_, i) => ({
    n: i + 1,
    address: "a@x.org",
    verdict: "ready" as const,
    addressed: { to: "a@x.org", further },
    copies: { cc: further, bcc: [] },
  }));
  const email = { template_id: "t", subject: "", contents: Promise.resolve(new Map()) };
  const { repeat, failure } = await act(() => result.current.look(email, rows));
  expect(repeat).toBeNull();
  expect(failure).toBe(
    "We couldn't check whether any of them already received this email. The list has 10,002 addresses, and we can check 10,000 at a time. Send it in parts.",
  );
  expect(fetched).not.toHaveBeenCalled();
});
