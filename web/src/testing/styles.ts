import { __unsafe_useEmotionCache as useEmotionCache } from "@emotion/react";
import { render } from "@testing-library/react";
import { createElement } from "react";

type Cache = NonNullable<ReturnType<typeof useEmotionCache>>;

let cache: Cache | null = null;

function TakeCache(): null {
  cache = useEmotionCache();
  return null;
}

/** The cache through which all components write their styles. */
function cacheOfStyles(): Cache {
  if (!cache) render(createElement(TakeCache)).unmount();
  if (!cache) throw new Error("There is no cache of styles.");
  return cache;
}

/** Every declaration but those that decide whether something is seen, named or clicked. */
const LOOKS =
  /(?<=[{;])(?!(?:display|visibility|opacity|pointer-events|user-select|content):)[\w-]+:[^;{}]*(?:;|(?=}))/g;

/**
 * Keeps of the components' styles only what a query or a click asks for, for all files of the
 * worker: happy-dom tries every rule on every element that is asked about.
 */
export function keepVisibility(): void {
  const sheets = Object.getPrototypeOf(cacheOfStyles().sheet);
  if ("keepsVisibility" in sheets) return;
  const { insert } = sheets;
  Object.assign(sheets, {
    keepsVisibility: true,
    insert(text: string) {
      const kept = text.replace(LOOKS, "");
      if (!kept.includes("{}")) insert.call(this, kept);
    },
  });
}

/**
 * Takes the styles that components wrote into the head out again, so that no test computes styles
 * with those of the tests before it, which takes longer with each of them.
 */
export function forgetStyles(): void {
  const { sheet } = cacheOfStyles();
  sheet.flush();
  Object.assign(cacheOfStyles(), { inserted: {}, registered: {} });
}
