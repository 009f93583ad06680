import type { Page } from "@playwright/test";

/** How a call is lost: it never arrives, or it does, and its answer is lost. */
type Loss = "call" | "answer";

/**
 * Breaks the connection of a page's calls to an address, which may contain `*`.
 *
 * @param lossOf for the number of the call, from 1: how it is lost; null for an answer
 * @returns how many calls have arrived so far
 */
export async function loseCalls(
  page: Page,
  address: string,
  lossOf: (call: number) => Loss | null,
): Promise<() => number> {
  const browser = await page.context().newCDPSession(page);
  const losses = new Map<string, Loss | null>();
  let arrived = 0;
  browser.on("Fetch.requestPaused", ({ requestId, networkId = requestId, ...paused }) => {
    const isAnswer =
      paused.responseStatusCode !== undefined || paused.responseErrorReason !== undefined;
    if (!isAnswer) losses.set(networkId, lossOf(losses.size + 1));
    const loss = losses.get(networkId);
    if (!isAnswer && loss !== "call") arrived += 1;
    void (
      loss === (isAnswer ? "answer" : "call")
        ? browser.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" })
        : browser.send("Fetch.continueRequest", { requestId })
    ).catch((cause: unknown) => {
      // A page that closes ends its calls first.
      if (!page.isClosed()) throw cause;
    });
  });
  const patterns = (["Request", "Response"] as const).map((requestStage) => ({
    urlPattern: address,
    requestStage,
  }));
  await browser.send("Fetch.enable", { patterns });
  return () => arrived;
}
