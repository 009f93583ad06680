/** A pair of braces, or half of one; `from` and `to` are offsets in the text. */
export type Braces =
  | { kind: "form"; from: number; to: number; content: string; triple: boolean }
  | { kind: "unclosed"; from: number; to: number }
  | { kind: "unopened"; from: number; to: number }
  | { kind: "fullWidth"; from: number; to: number };

/** How much of the text before a stray `}}` the warning quotes. */
const LOOK_BACK = 20;

/**
 * Finds, in order, every `{{…}}` in decoded text, and every pair of braces without a partner. A form never contains a
 * brace, so each character is read a bounded number of times: linear in the text.
 */
export function* findBraces(text: string): Generator<Braces> {
  // Braces as a Chinese or Japanese input method writes them, found as a whole; a name is never longer.
  const pair = /\{\{+|\}\}+|｛｛[^{}｛｝]{1,100}｝｝/g;
  const brace = /[{}]/g;
  const closing = /\}{1,3}/y;
  let done = 0;
  for (let run = pair.exec(text); run; run = pair.exec(text)) {
    if (run[0].startsWith("｛")) {
      yield { kind: "fullWidth", from: run.index, to: pair.lastIndex };
      done = pair.lastIndex;
      continue;
    }
    if (run[0].startsWith("}")) {
      yield { kind: "unopened", from: Math.max(done, run.index - LOOK_BACK), to: pair.lastIndex };
      done = pair.lastIndex;
      continue;
    }
    const inner = pair.lastIndex;
    brace.lastIndex = inner;
    const stop = brace.exec(text);
    closing.lastIndex = stop?.index ?? text.length;
    const closers = closing.exec(text)?.[0].length ?? 0;
    if (!stop || closers < 2) {
      done = stop?.index ?? text.length;
      yield { kind: "unclosed", from: inner - 2, to: done };
    } else {
      const width = run[0].length > 2 && closers > 2 ? 3 : 2;
      done = stop.index + width;
      yield {
        kind: "form",
        from: inner - width,
        to: done,
        content: text.slice(inner, stop.index),
        triple: width === 3,
      };
    }
    pair.lastIndex = done;
  }
}
