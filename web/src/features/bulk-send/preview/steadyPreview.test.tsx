import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templates.ts";
import { choose, server, startServer, visit } from "../testing.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const previews = () => server.asked.filter(({ url }) => url === "/api/preview");

it("follows what is typed when the typing rests, not with every key", async () => {
  server.template = aTemplate({ parsed_variables: [aVariable("Name")] });
  const { user } = await visit();
  await user.click(screen.getByRole("radio", { name: "Manual" }));
  await choose(user, "Invitation");
  await user.click(screen.getByRole("button", { name: "Generate Preview" }));
  await waitFor(() => expect(previews()).toHaveLength(1));

  const field = screen.getByRole("textbox", { name: /Name/ });
  vi.useFakeTimers();
  for (const value of ["f", "fr", "fri", "frie", "frien", "friend"]) {
    fireEvent.change(field, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  expect(previews()).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(previews().map(({ body }) => JSON.parse(String(body)).variables.Name)).toEqual([undefined, "friend"]);
});
