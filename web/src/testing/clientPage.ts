import type { AppError } from "@sendwright/core/contract";
import { waitFor } from "@testing-library/react";
import { expect, vi } from "vitest";
import { ada, firebase } from "./fakeFirebase.ts";

/** A page of its own with the client, signed in as Ada or signed out. */
export async function aPage(user: typeof ada | null = ada) {
  vi.resetModules();
  firebase.user = user;
  const session = await import("../lib/session.ts");
  const { call } = await import("../lib/call.ts");
  session.startSession("/app");
  await waitFor(() => expect(session.session().isLoading).toBe(false));
  return { call, session };
}

/** The error that a call ends with; a call that does not fail is one. */
export const caught = async (promise: Promise<unknown>): Promise<AppError> => {
  const error: unknown = await promise.then(
    () => new Error("It did not fail."),
    (thrown: unknown) => thrown,
  );
  // Modules are loaded anew for each page, so the class is another one: its name and fields tell.
  expect((error as Error).name).toBe("AppError");
  return error as AppError;
};
