import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { OPERATOR } from "../lib/operator.ts";
import { ReportId } from "./noticeProps.tsx";

it("names the operator's address and the reference to include", () => {
  render(<ReportId id="r-1" />);
  const link = screen.getByRole("link", { name: OPERATOR.contact });
  expect(link).toHaveAttribute("href", `mailto:${OPERATOR.contact}?subject=r-1`);
  expect(screen.getByText("r-1").tagName).toBe("CODE");
});
