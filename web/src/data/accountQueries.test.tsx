import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "../lib/queryClient.ts";
import { checkSession, session } from "../lib/session.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer } from "../testing/fakeServer.ts";
import { useSaveSettings, useSettings } from "./accountQueries.ts";

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

it("reads the settings, and shows a change as the server has taken it", async () => {
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ settings: useSettings(), save: useSaveSettings() }), {
    wrapper,
  });
  await waitFor(() => expect(result.current.settings.data).toEqual(server.settings));
  await act(() => result.current.save.mutateAsync({ undo_send: false }));
  await waitFor(() =>
    expect(result.current.settings.data).toMatchObject({ undo_send: false, hours: { from: 8 } }),
  );
  expect(server.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    "GET /api/account/settings",
    "PUT /api/account/settings",
  ]);
});
