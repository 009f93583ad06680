import { screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { begin } from "../../testing/acting.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { clickButton, fill, showTab } from "./directTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.reset();
  begin();
});

const suppressions = [
  { address: "ANN@x.org", since: "2026-11-20T12:00:00.000Z", source: "typed" } as const,
];

it("marks the recipient, and says so before the click", async () => {
  showTab({ suppressions });
  await fill();
  expect(await screen.findByRole("button", { name: "Gets no email: ann@x.org" })).toHaveAttribute(
    "title",
    "On your list of people you don't email.",
  );
  expect(
    screen.getByText("ann@x.org is on your list of people you don't email and gets no email."),
  ).toBeInTheDocument();
  expect(screen.getByRole("button", { name: "bo@x.org" })).toBeInTheDocument();
  expect(
    await screen.findByText("This row gets no email. On your list of people you don't email."),
  ).toBeInTheDocument();
});

it("says why no one gets it", async () => {
  const { server } = showTab({ suppressions });
  await fill("ann@x.org");
  await screen.findByRole("button", { name: "Gets no email: ann@x.org" });
  await clickButton("Send Email(s)");
  expect(
    await screen.findByText(
      "No one gets this email: everyone here is on your list of people you don't email.",
    ),
  ).toBeInTheDocument();
  expect(server.presses).toEqual([]);
});
