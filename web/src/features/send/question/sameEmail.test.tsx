import { QueryClientProvider } from "@tanstack/react-query";
import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../../../lib/queryClient.ts";
import { checkSession, session } from "../../../lib/session.ts";
import {
  ada,
  firebase,
  firebaseAppModule,
  firebaseAuthModule,
} from "../../../testing/fakeFirebase.ts";
import { FakeServer } from "../../../testing/fakeServer.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import { emailOf } from "../form/email.ts";
import { useSameEmail } from "./largestEmail.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

let server: FakeServer;

beforeEach(async () => {
  firebase.reset();
  firebase.user = ada;
  server = new FakeServer();
  checkSession();
  await waitFor(() => expect(session().isAuthenticated).toBe(true));
});

/** The sentence of the extension's question about a template with this body and value. */
async function sentenceFor(body: string, value: string): Promise<string | null> {
  const template = aTemplate({ body, parsed_variables: [aVariable("Text")] });
  server.templates = [template];
  const written = { subject: "", body: "", pictures: [], dateFormat: "iso", timeFormat: "24hr" };
  const choice = { kind: "template", id: template.id } as const;
  const mail = emailOf({ choice, ...written } as Parameters<typeof emailOf>[0], template);
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const input = { template_id: template.id, variables: { Text: value } };
  const { result } = renderHook(() => useSameEmail(input, mail), { wrapper });
  return result.current();
}

const previews = () => server.asked.filter(({ url }) => url === "/api/preview").length;

it("says that Gmail would show only a part of an email that is the same for everyone", async () => {
  expect(await sentenceFor(`<p>${"a".repeat(109_500)} {{Text}}</p>`, "b")).toBe(
    "Gmail shows only the first part of emails over 102 kB. This one has about 110 kB.",
  );
});

it("says nothing of one that Gmail shows, and renders none that is short", async () => {
  expect(await sentenceFor(`<p>${"a".repeat(90_000)} {{Text}}</p>`, "b")).toBeNull();
  expect(previews()).toBe(1);
  server.asked.length = 0;
  expect(await sentenceFor("<p>{{Text}}</p>", "b")).toBeNull();
  expect(previews()).toBe(0);
  await sentenceFor("<p>{{Text}} {{Text}}</p>", "b".repeat(9_000));
  expect(previews()).toBe(1);
});
