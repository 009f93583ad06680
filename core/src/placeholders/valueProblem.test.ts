import { expect, it } from "vitest";
import type { Variable } from "../contract/templates.ts";
import { valueProblem } from "./valueProblem.ts";

const aVariable: Variable = { name: "Offer", type: "text", options: [], fallback: null, required: true };

it.each<[Partial<Variable>, value: string, problem: string | null]>([
  [{}, "anything <b>", null],
  [{ type: "date" }, "soon", null],
  [{ type: "dropdown", options: ["A", "B"] }, "A", null],
  [{ type: "dropdown", options: ["A", "B"] }, " B ", null],
  [{ type: "dropdown", options: ["A", "B"] }, "", null],
  [{ type: "dropdown", options: ["A", "B"] }, "\u200b", null],
  [{ type: "dropdown", options: ["A", "B"] }, "a", '"a" is not one of the options of {{Offer}}: A, B.'],
  [{ type: "dropdown", options: ["A"] }, "constructor", '"constructor" is not one of the options of {{Offer}}: A.'],
  [{ type: "email" }, "ann@example.org", null],
  [{ type: "email" }, "", null],
  [{ type: "email" }, "ann", '"ann" in {{Offer}} is not an email address.'],
  [{ type: "email" }, "a@b.c, d@e.f", '"a@b.c, d@e.f" in {{Offer}} is not an email address.'],
])("of %j and %j says %j", (given, value, problem) => {
  expect(valueProblem({ ...aVariable, ...given }, value)).toBe(problem);
});
