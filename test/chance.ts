/** Chance that a seed repeats. */
export interface Chance {
  /** From 0 to 1, without 1. */
  number(): number;
  /** Both ends included. */
  integer(from: number, to: number): number;
  is(probability: number): boolean;
  pick<T>(among: readonly T[]): T;
}

/** The chance of a seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(number() * (to - from + 1));
  return {
    number,
    integer,
    is: (probability) => number() < probability,
    pick: (among) => among[integer(0, among.length - 1)] as (typeof among)[number],
  };
}
