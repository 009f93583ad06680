import { expect, test } from "vitest";
import { complaintsIn } from "./runScript.ts";

test("the linter's and the compiler's complaints are read with their places", () => {
  const output = [
    "::error title=lint/style/useConst,file=web/src/a.ts,line=3,endLine=3,col=5,endColumn=8::This let declares a variable.",
    "local/b.ts(12,7): error TS2322: Type 'string' is not assignable to type 'number'.",
    "Found 2 errors.",
  ].join("\n");
  expect(complaintsIn(output)).toEqual([
    { place: "web/src/a.ts:3:5", name: "lint/style/useConst", why: "This let declares a variable." },
    { place: "local/b.ts:12:7", name: "TS2322", why: "Type 'string' is not assignable to type 'number'." },
  ]);
});

test("a percent sign that means nothing stays", () => {
  const [complaint] = complaintsIn("a.ts(1,1): error TS1: 100% of it.");
  expect(complaint?.why).toBe("100% of it.");
});
