import { __unsafe_useEmotionCache as useEmotionCache } from "@emotion/react";
import { render } from "@testing-library/react";
import { createElement } from "react";

let cache: ReturnType<typeof useEmotionCache> = null;

function TakeCache(): null {
  cache = useEmotionCache();
  return null;
}

/**
 * Takes the styles that components wrote into the head out again, so that no test computes styles
 * with those of the tests before it, which takes longer with each of them.
 */
export function forgetStyles(): void {
  if (!cache) render(createElement(TakeCache)).unmount();
  if (!cache) throw new Error("There is no cache of styles.");
  cache.sheet.flush();
  cache.inserted = {};
  cache.registered = {};
}
