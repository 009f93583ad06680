import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { aSendAnswer } from "../testing/sendFactories.ts";
import { noteSend, progressKey, type SendProgress } from "./sendProgress.ts";

const ID = "later-001";
const { send, results } = aSendAnswer(ID, { "cy@x.org": "queued" }, { state: "scheduled" });
const canceled = aSendAnswer(ID, { "cy@x.org": "skipped" }, { state: "cancelled", cancelled: 1 });

function shownAfter(note: (cache: QueryClient) => void) {
  const cache = new QueryClient();
  cache.setQueryData<SendProgress>(progressKey(ID), { send, results, cursor: "" });
  note(cache);
  const state = cache.getQueryState<SendProgress>(progressKey(ID));
  return {
    state: state?.data?.send.state,
    row: state?.data?.results[0]?.status,
    isReread: state?.isInvalidated,
  };
}

it("a canceled send never shows with rows that still wait: both come with the next look", () => {
  expect(shownAfter((cache) => noteSend(cache, canceled.send))).toEqual({
    state: "scheduled",
    row: "queued",
    isReread: true,
  });
  expect(shownAfter((cache) => noteSend(cache, canceled.send, canceled.results))).toEqual({
    state: "cancelled",
    row: "skipped",
    isReread: true,
  });
});

it("a send that goes on shows at once", () => {
  const paused = { ...send, state: "paused" as const };
  expect(shownAfter((cache) => noteSend(cache, paused)).state).toBe("paused");
});
