/**
 * A label of a domain as people read it: `xn--mnchen-3ya` is `münchen` (RFC 3492). As given if it
 * isn't encoded.
 */
export function readableLabel(label: string): string {
  if (!label.startsWith("xn--")) return label;
  const encoded = label.slice("xn--".length);
  const hyphen = encoded.lastIndexOf("-");
  const codes = [...encoded.slice(0, Math.max(0, hyphen))].map((letter) => letter.charCodeAt(0));
  let code = 128;
  let position = 0;
  let bias = 72;
  let isFirst = true;
  for (let at = hyphen + 1; at < encoded.length; ) {
    const before = position;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = Number.parseInt(encoded[at] ?? "", 36);
      at += 1;
      if (Number.isNaN(digit)) return label;
      // Letters count from 0, digits after them.
      const value = digit < 10 ? digit + 26 : digit - 10;
      position += value * weight;
      const least = Math.min(26, Math.max(1, k - bias));
      if (value < least) break;
      weight *= 36 - least;
    }
    const count = codes.length + 1;
    bias = adapted(position - before, count, isFirst);
    isFirst = false;
    code += Math.floor(position / count);
    position %= count;
    if (code > 0x10ffff) return label;
    codes.splice(position, 0, code);
    position += 1;
  }
  return String.fromCodePoint(...codes);
}

function adapted(step: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(step / (isFirst ? 700 : 2));
  delta += Math.floor(delta / count);
  let k = 0;
  for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
  return k + Math.floor((36 * delta) / (delta + 38));
}
