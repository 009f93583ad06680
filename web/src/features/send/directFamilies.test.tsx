import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { begin } from "../../testing/acting.ts";
import type { Seen } from "../../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { sentBody } from "../../testing/fakeServer.ts";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
import { choose, field, send, showTab } from "./directTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.reset();
  begin();
});

/** A template whose part repeats for each row of a list, in Direct Send: each person has one row. */
const template = aTemplate({
  subject: "Lunch: {{Fee|sum}}",
  body: "<p>{{#rows}}{{Child}}: {{Fee}}{{/rows}}</p>",
  parsed_variables: [aVariable("Fee"), aVariable("Child")],
});

async function filled(recipients: string) {
  const shown = showTab({ templates: [template] });
  await choose();
  await write(userEvent, await screen.findByLabelText(/Child/), "Anna");
  await write(userEvent, screen.getByLabelText(/Fee/), "1,234");
  await write(userEvent, await field(), recipients);
  return shown;
}

it("sends each person the part once, without a question about the number", async () => {
  const { server } = await filled("ann@x.org bo@x.org ");
  await waitFor(() => expect(server.calls("/api/preview").length).toBeGreaterThan(0));
  const asked = sentBody(server.calls("/api/preview").at(-1) as Seen);
  expect(asked.variables).toEqual({ Child: "Anna", Fee: "1,234" });
  expect(asked).not.toHaveProperty("rows");
  expect(await screen.findByText(/^2 emails, one to each recipient/)).toBeInTheDocument();
  expect(screen.queryByText(/thousandths/)).toBeNull();
  await send();
  await waitFor(() => expect(server.presses).toHaveLength(1));
});

it("never doubles the email of someone whose address is there twice", async () => {
  await filled("ann@x.org ");
  await write(userEvent, await field(), "ANN@x.org");
  expect(screen.queryByText(/rows in one email|for 2 rows/)).toBeNull();
  expect(await screen.findByText(/^1 email, to one recipient/)).toBeInTheDocument();
});
