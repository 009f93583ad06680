import type { Send } from "@sendwright/core/contract";
import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { aSend } from "../../testing/sendFactories.ts";
import { SendView } from "./SendDetails.tsx";

const counts = { total: 2, queued: 0, sending: 0, sent: 2, failed: 0, skipped: 0, warning: 0 };
const oneSkipped = { ...counts, sent: 1, skipped: 1 };

it.each<[string, Partial<Send>, "warning" | "success" | "info"]>([
  ["all were sent", { counts }, "success"],
  ["a row was skipped", { counts: oneSkipped }, "warning"],
  ["a row was cancelled", { state: "cancelled", counts: oneSkipped, cancelled: 1 }, "warning"],
  [
    "it is cancelled while an email is on its way",
    { state: "cancelled", counts: { ...counts, sent: 1, sending: 1 } },
    "info",
  ],
  ["it is still running", { state: "running", counts: { ...counts, sent: 1, queued: 1 }, ended_at: null }, "info"],
])("styles the summary if %s", (_when, parts, variant) => {
  const progress = { send: aSend(parts), results: [], cursor: "" };
  render(<SendView progress={progress} sentences={["The summary"]} />);
  const role = variant === "warning" ? "alert" : "status";
  expect(screen.getByRole(role)).toHaveTextContent("The summary");
  expect(screen.getByRole(role).className).toContain(`color${variant[0]?.toUpperCase()}${variant.slice(1)}`);
});
