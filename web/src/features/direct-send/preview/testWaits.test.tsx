import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { begin } from "../../../testing/acting.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { sentBody } from "../../../testing/fakeServer.ts";
import { held } from "../../../testing/held.ts";
import { choose, field, fill } from "../acting.ts";
import { aStickyTemplate, showTab } from "../testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

const FIRST = aStickyTemplate({ subject: "First mail" });
const SECOND = aStickyTemplate({ id: "t2", name: "Offer", subject: "Second mail", parsed_variables: [] });

const button = () => screen.findByRole("button", { name: "Send a test to myself" });

it("sends no test of an earlier template, nor of nothing, while another one and its mail are on their way", async () => {
  const template = held();
  const preview = held();
  const { server } = showTab({ templates: [FIRST, SECOND] });
  server.instead["GET /api/template/t2"] = (seen) => template.arrival.then(() => server.usual(seen));
  server.instead["POST /api/preview"] = async (seen) => {
    if (String(seen.body).includes('"t2"')) await preview.arrival;
    return server.usual(seen);
  };
  const tests = () => server.calls("/api/test-send").map(sentBody);
  await fill("ann@example.org ");
  expect(await screen.findByText("First mail")).toBeInTheDocument();
  expect(await button()).toHaveAttribute("aria-disabled", "false");

  await choose("Offer");
  // The recipients went with the other template: until there is one again, there is no mail and no test of it.
  await waitFor(() => expect(screen.queryByRole("button", { name: "Send a test to myself" })).toBeNull());
  await userEvent.type(await field(), "bo@example.org ");
  const waits = async () => {
    const waiting = await button();
    expect(waiting).toHaveAttribute("aria-disabled", "true");
    expect(waiting).toHaveAccessibleDescription("Waits for the mail of the template you chose.");
    expect(screen.queryByText("First mail")).toBeNull();
    await userEvent.click(waiting);
    expect(tests()).toEqual([]);
  };
  await waits();
  template.arrive();
  await waitFor(() =>
    expect(server.calls("/api/preview").some(({ body }) => String(body).includes('"t2"'))).toBe(true),
  );
  await waits();
  preview.arrive();
  expect(await screen.findByText("Second mail")).toBeInTheDocument();
  await userEvent.click(await button());
  await waitFor(() => expect(tests()).toEqual([{ template_id: "t2", variables: {} }]));
});
