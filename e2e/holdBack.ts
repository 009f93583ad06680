import type { BrowserContext, Page, Route } from "@playwright/test";

/** Holds what answers an address back until the returned function is called; then each call gets `answer`, the server's own unless given. */
export async function holdBack(
  of: BrowserContext | Page,
  address: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await of.route(address, async (route) => {
    await held;
    await answer(route);
  });
  return letGo;
}
