import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Loading } from "./Loading.tsx";

it("is announced to screen readers", () => {
  render(<Loading what="the preview" heights={[320]} />);
  expect(screen.getByRole("status", { name: "Loading the preview" })).toBeVisible();
});
