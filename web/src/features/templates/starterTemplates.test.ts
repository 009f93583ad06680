import { expect, test } from "vitest";
import { STARTERS } from "./Starters.tsx";

test.each(STARTERS.map(({ fields }) => [fields.name, fields] as const))(
  "%s promises no file: a template that has just been begun has none",
  (_name, { subject, body }) => {
    expect(`${subject} ${body}`).not.toMatch(/attach|enclos/i);
  },
);
