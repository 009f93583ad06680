import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { choose, server, startServer, visit } from "../bulkTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const previews = () => server.calls("/api/preview");

it("updates after a pause in typing, not with every key", async () => {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  const { user } = await visit();
  await user.click(screen.getByRole("radio", { name: "Manual" }));
  await choose(user, "Invitation");
  await user.click(screen.getByRole("button", { name: "Generate Preview" }));
  expect(await screen.findByText("Hello undefined")).toBeInTheDocument();
  const before = previews().length;

  const field = screen.getByRole("textbox", { name: /Name/ });
  vi.useFakeTimers();
  for (const value of ["f", "fr", "fri", "frie", "frien", "friend"]) {
    fireEvent.change(field, { target: { value } });
    await act(() => vi.advanceTimersByTimeAsync(100));
  }
  expect(previews()).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  const later = previews().slice(before);
  expect(later.map(({ body }) => JSON.parse(String(body)).variables.Name)).toEqual(["friend"]);
});
