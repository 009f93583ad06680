import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { sentBody } from "../../../testing/fakeServer.ts";
import { held } from "../../../testing/held.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { aFile, choose, pick, server, startServer, visit } from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const FIRST = aTemplate({ parsed_variables: [aVariable("Name")] });
/** Its values are in another order: with the check of the first template, they would greet people by their city. */
const SECOND = aTemplate({ id: "t2", name: "Offer", parsed_variables: [aVariable("City"), aVariable("Name")] });

const button = () => screen.findByRole("button", { name: "Send a test to myself" });
const calls = (path: string) => server.calls(path).map(sentBody);

it("sends no test of an earlier template, or of nothing, while another one and its email are loading", async () => {
  const template = held();
  const preview = held();
  server.templates = [FIRST, SECOND];
  server.instead["GET /api/template/t2"] = (seen) => template.arrival.then(() => server.usual(seen));
  server.instead["POST /api/preview"] = async (seen) => {
    if (String(seen.body).includes('"t2"')) await preview.arrival;
    return server.usual(seen);
  };
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user, aFile("Name,City,Email\nAnn,Delft,ann@example.org\n"));
  expect(await screen.findByText("Hello Ann")).toBeInTheDocument();
  expect(await button()).toHaveAttribute("aria-disabled", "false");

  const waits = async () => {
    const waiting = await button();
    expect(waiting).toHaveAttribute("aria-disabled", "true");
    expect(waiting).toHaveAccessibleDescription("Waiting for the template you chose.");
    expect(screen.queryByText("Hello Ann")).toBeNull();
    await user.click(waiting);
    expect(calls("/api/test-send")).toEqual([]);
  };
  await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
  await choose(user, "Offer");
  await waits();
  template.arrive();
  await waitFor(() => expect(calls("/api/preview").some(({ template_id }) => template_id === "t2")).toBe(true));
  await waits();
  preview.arrive();
  expect(await within(await screen.findByRole("region", { name: "Preview" })).findByText("Hello Ann")).toBeVisible();
  await user.click(await button());
  await waitFor(() => expect(calls("/api/test-send")).toHaveLength(1));
  const given = { template_id: "t2", variables: { City: "Delft", Name: "Ann" } };
  expect(calls("/api/test-send")[0]).toMatchObject(given);
  // The template's review shows its placeholders; every email of the row has the row's own values.
  const previews = calls("/api/preview").filter(({ template_id }) => template_id === "t2");
  const ofTheRow = previews.filter(({ variables }) => variables.City !== "{{City}}");
  expect(ofTheRow).not.toEqual([]);
  for (const call of ofTheRow) expect(call).toMatchObject(given);
});
