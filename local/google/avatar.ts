import { createHash } from "node:crypto";
import { personOf } from "./people.ts";

/** The picture of an address's person: the initial on a colour of its own (SVG). */
export function avatar(email: string): string {
  const hue = createHash("sha256").update(email.toLowerCase()).digest().readUInt16BE(0) % 360;
  const initial = /\p{L}|\p{N}/u.exec(personOf(email)?.name ?? "")?.[0]?.toUpperCase() ?? "";
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96"><rect width="96" height="96" fill="hsl(${hue} 45% 38%)"/><text x="48" y="51" fill="#fff" font-family="Georgia, serif" font-size="46" text-anchor="middle" dominant-baseline="middle">${initial}</text></svg>`;
}
