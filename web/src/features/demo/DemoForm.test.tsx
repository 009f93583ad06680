import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced } from "../../testing/acting.ts";
import { json } from "../../testing/fakeApi.ts";
import { type Answers, FakeServer } from "../../testing/fakeServer.ts";
import "../../lib/session.ts"; // no one is signed in on the landing page
import { button, clickButton } from "../../testing/buttons.ts";
import DemoForm from "./DemoForm.tsx";

const PREVIEW = {
  success: true,
  rendered_subject: "A Discount for Ada",
  rendered_body_html: "<p>Dear Ada</p>",
  recipientEmail: "ada@example.com",
};

/** The form, at a server that answers so. */
function show(answer: Answers[string] = () => json(200, PREVIEW)) {
  const server = new FakeServer({ instead: { "POST /api/demo/preview": answer } });
  render(<DemoForm />);
  return server;
}

async function fill(values: Partial<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) {
    const field = screen.getByLabelText(label);
    if (label === "Offer Type") await userEvent.selectOptions(field, value ?? "");
    else if (value) await userEvent.type(field, value);
  }
  await clickButton("Generate Preview");
}

const ALL = {
  "Recipient email": "ada@example.com",
  "Recipient Name": "Ada",
  "Promo Code": "SPRING",
  "Offer Type": "Discount",
};

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
describe("the live demo", () => {
  it("sends trimmed values and shows the email, which can be closed", async () => {
    const { asked } = show();
    await fill({ ...ALL, "Recipient Name": "  Ada " });
    expect(await screen.findByText("A Discount for Ada")).toBeInTheDocument();
    expect(JSON.parse(String(asked[0]?.body))).toEqual({
      recipientEmail: "ada@example.com",
      variables: { "Recipient Name": "Ada", "Promo Code": "SPRING", "Offer Type": "Discount" },
    });
    await clickButton("Close preview");
    expect(screen.queryByText("A Discount for Ada")).toBeNull();
  });

  it.each([
    ["Recipient email", "m"],
    ["Recipient Name", "!"],
    ["Promo Code", "!"],
    ["Offer Type", "Free Trial"],
  ])("clears the preview when %s is edited", async (label, value) => {
    show();
    await fill(ALL);
    expect(await screen.findByText("A Discount for Ada")).toBeInTheDocument();
    const field = screen.getByLabelText(label);
    if (label === "Offer Type") await userEvent.selectOptions(field, value);
    else await userEvent.type(field, value);
    expect(screen.queryByText("A Discount for Ada")).toBeNull();
    await clickButton("Generate Preview");
    expect(await screen.findByText("A Discount for Ada")).toBeInTheDocument();
  });

  it("flags an invalid address even if another field is empty", async () => {
    show();
    await fill({ ...ALL, "Recipient email": "ada@", "Promo Code": "" });
    expect(screen.getByLabelText("Recipient email")).toHaveAccessibleDescription(
      "Please enter a valid email address.",
    );
  });

  it.each(Object.keys(ALL))("asks for %s", async (label) => {
    const { asked } = show();
    await fill({ ...ALL, [label]: "" });
    expect(screen.getByRole("alert").textContent).toContain("Please fill in all fields.");
    expect(screen.getByLabelText(label)).toHaveFocus();
    const isFlagged = screen.getByLabelText("Recipient email").getAttribute("aria-invalid");
    expect(isFlagged).toBe(String(label === "Recipient email"));
    expect(asked).toHaveLength(0);
  });

  it("marks each field that is empty, until something is written into it", async () => {
    show();
    await fill({ ...ALL, "Recipient Name": "", "Offer Type": "" });
    const marked = () =>
      Object.keys(ALL).filter(
        (label) => screen.getByLabelText(label).getAttribute("aria-invalid") === "true",
      );
    expect(marked()).toEqual(["Recipient Name", "Offer Type"]);
    expect(screen.getByLabelText("Recipient Name")).toHaveAccessibleDescription("Fill this in.");
    await userEvent.type(screen.getByLabelText("Recipient Name"), "A");
    expect(marked()).toEqual(["Offer Type"]);
  });

  it("refuses an invalid address until the person edits it", async () => {
    show();
    await fill({ ...ALL, "Recipient email": "ada@" });
    expect(announced(/enter a valid/)).toEqual(["Please enter a valid recipient email address."]);
    expect(screen.getByText("Please enter a valid email address.")).toBeInTheDocument();
    await userEvent.type(screen.getByLabelText("Recipient email"), "e");
    expect(screen.queryByText("Please enter a valid email address.")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("accepts at most 50 characters", async () => {
    show();
    expect(screen.getByLabelText("Recipient Name").getAttribute("maxlength")).toBe("50");
    expect(screen.getByLabelText("Promo Code").getAttribute("maxlength")).toBe("50");
  });

  it("reads Generating... and rests while it works", async () => {
    let answer: (response: Response) => void = () => undefined;
    show(() => new Promise((resolve) => (answer = resolve)));
    await fill(ALL);
    expect(button("Generating...")).toHaveProperty("disabled", true);
    for (const label of Object.keys(ALL))
      expect(screen.getByLabelText(label)).toHaveProperty("disabled", true);
    answer(json(200, PREVIEW));
    await waitFor(() => expect(button("Generate Preview")).toBeInTheDocument());
  });

  it.each([
    [
      "the server's words",
      () => json(429, { success: false, error: "Slow down.", reason: "rate_limited" }),
      "Slow down.",
    ],
    ["no words", () => json(200, { success: false }), "Preview generation failed."],
    [
      "an unreadable answer",
      () => new Response("<html>"),
      "Preview Error: Preview generation failed.",
    ],
    [
      "no answer",
      () => Promise.reject(new TypeError("x")),
      "Preview Error: The server didn't respond.",
    ],
  ])("shows %s, dismissible and gone with the next edit", async (_what, answer, message) => {
    show(answer);
    await fill(ALL);
    expect((await screen.findByRole("alert")).textContent).toContain(message);
    await clickButton("Dismiss this message");
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
