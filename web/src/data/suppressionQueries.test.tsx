import { MAX_SUPPRESSIONS } from "@sendwright/core/contract";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createQueryClient } from "../lib/queryClient.ts";
import { checkSession, session } from "../lib/session.ts";
import { json } from "../testing/fakeApi.ts";
import { ada, firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";
import { FakeServer, sentBody } from "../testing/fakeServer.ts";
import {
  useAddSuppressions,
  useRemoveSuppressions,
  useSuppressions,
} from "./suppressionQueries.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.reset();
  firebase.user = ada;
});

/** As many of the longest addresses as a list can have: more than 2 MB. */
const domain = `${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(60)}.org`;
const LONGEST = Array.from(
  { length: MAX_SUPPRESSIONS },
  (_, n) => `${String(n).padStart(64, "p")}@${domain}`,
);
const MOST_BYTES = 2 * 1024 * 1024;

async function page(server = new FakeServer()) {
  checkSession();
  await waitFor(() => expect(session().isAuthenticated).toBe(true));
  const client = createQueryClient();
  const { result } = renderHook(
    () => ({
      list: useSuppressions(true),
      add: useAddSuppressions(),
      remove: useRemoveSuppressions(),
    }),
    {
      wrapper: ({ children }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  await waitFor(() => expect(result.current.list.data).toBeDefined());
  const shown = () => result.current.list.data?.suppressions.length;
  return { server, result, shown };
}

describe("more than one call can carry", () => {
  const source = "file" as const;

  it("is added and removed in several, as if it were one", async () => {
    const { server, result, shown } = await page();
    const add = () => result.current.add.mutateAsync({ addresses: LONGEST, source });
    const { added } = await act(add);
    expect(added.map(({ address }) => address)).toEqual(LONGEST);
    const { removed } = await act(() => result.current.remove.mutateAsync(LONGEST.slice()));
    expect(removed).toHaveLength(LONGEST.length);
    await waitFor(() => expect(shown()).toBe(0));
    const bodies = server.asked.filter(({ method }) => method === "POST").map(({ body }) => body);
    expect(bodies).toHaveLength(4);
    for (const body of bodies) expect(String(body).length).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("says how many were added if a later call fails, and shows them", async () => {
    const server = new FakeServer();
    const usual = server.usual;
    server.instead["POST /api/suppressions"] = (seen) =>
      sentBody(seen).addresses.includes(LONGEST[0])
        ? usual(seen)
        : json(409, { success: false, error: "Full.", reason: "too_many_suppressions" });
    const { result, shown } = await page(server);
    const add = () => result.current.add.mutateAsync({ addresses: LONGEST, source });
    const message = await act(() => add().then(String, ({ message }: Error) => message));
    const [, count = ""] =
      /^Only the first ([\d,]+) of 10,000 addresses were added\. Full\.$/.exec(message) ?? [];
    expect(server.suppressions).toHaveLength(Number(count.replace(",", "")));
    await waitFor(() => expect(shown()).toBe(server.suppressions.length));
  });

  it("says nothing of the sort if the first call fails", async () => {
    const server = new FakeServer({
      instead: {
        "POST /api/suppressions": () =>
          json(409, { success: false, error: "Full.", reason: "too_many_suppressions" }),
      },
    });
    const { result } = await page(server);
    const add = () => result.current.add.mutateAsync({ addresses: LONGEST, source });
    await expect(act(add)).rejects.toThrow(/^Full\.$/);
  });
});
