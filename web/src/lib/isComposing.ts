import type { KeyboardEvent } from "react";

/**
 * Whether a key belongs to an input method, as for Japanese: it chooses among texts, or takes one.
 * Safari ends the composition before it reports the key that ended it, with the code 229.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229;
