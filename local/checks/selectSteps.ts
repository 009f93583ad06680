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

type StepName = keyof typeof steps;

export interface Selection {
  names: Set<StepName>;
  /** Parts of test files' paths; empty means all files. */
  files: string[];
  /** Whether the `*.extra.*` test files run too. */
  extra: boolean;
}

/** Reads the words after `npm test --`: names of steps (none means all of them), parts of test files' paths, and `--all`. */
export function selectSteps(words: string[]): Selection {
  const isStep = (word: string): word is StepName => word in steps;
  const asked = words.filter(isStep);
  const all = Object.keys(steps).filter(isStep);
  const names = asked.length > 0 ? asked.flatMap((name) => [...steps[name], name]) : all;
  const files = words.filter((word) => !isStep(word) && word !== "--all");
  return { names: new Set(names), files, extra: words.includes("--all") };
}
