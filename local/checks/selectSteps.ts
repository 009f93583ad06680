/** The steps of `npm test` that a person may ask for, in their order, with the steps that each of them builds on. */
const steps = {
  lint: [],
  typecheck: [],
  unit: [],
  page: [],
  local: [],
  emulator: [],
  build: [],
  start: ["build"],
  stories: ["build", "start"],
} as const satisfies Record<string, readonly string[]>;

export type StepName = keyof typeof steps;

/** What the words after `npm test --` ask for: the names of steps (none: all of them), and parts of test files' paths. */
export function selectSteps(words: string[]): { names: Set<StepName>; files: string[] } {
  const isStep = (word: string): word is StepName => word in steps;
  const asked = words.filter(isStep);
  const all = Object.keys(steps).filter(isStep);
  const names = asked.length > 0 ? asked.flatMap((name) => [...steps[name], name]) : all;
  return { names: new Set(names), files: words.filter((word) => !isStep(word)) };
}
