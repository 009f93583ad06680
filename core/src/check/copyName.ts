import type { Limits } from "../contract/limits.ts";

/** The name of a template's copy, within the limit. */
export function copyName(name: string, limits: Limits): string {
  return cutName(`Copy of ${name}`, limits);
}

/** A template's name within the limit, which doesn't end in half of a character of two units. */
export function cutName(name: string, { MAX_NAME_LENGTH }: Limits): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}
