import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aSendAnswer } from "../../testing/sendFactories.ts";
import { Results } from "./Results.tsx";

it("a row has 13 elements: more make each scrolled screen slower", () => {
  const { results } = aSendAnswer("one", { "ann@example.org": "sent" }, { kind: "csv" });
  render(<Results results={results} />);
  expect(screen.getAllByRole("row")[1]?.querySelectorAll("*")).toHaveLength(13);
});
