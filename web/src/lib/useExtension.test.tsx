import { UNPACKED_EXTENSION_ID } from "@sendwright/core/contract";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { extensionUrl } from "./extensionUrl.ts";
import { useExtension } from "./useExtension.ts";

function Word({ id }: { id: string | undefined }) {
  return <p>{useExtension(id) ? "installed" : "absent"}</p>;
}

/** A browser in which the extension of one id answers. */
function browserWith(id: string) {
  const runtime = {
    lastError: undefined as { message: string } | undefined,
    sendMessage: (asked: string, _message: unknown, answered: (answer?: unknown) => void) => {
      runtime.lastError = asked === id ? undefined : { message: "Receiving end does not exist." };
      answered(asked === id ? { version: "3.0.0" } : undefined);
    },
  };
  vi.stubGlobal("chrome", { runtime });
}

it("finds the extension that the configuration names", async () => {
  browserWith("abc");
  render(<Word id="abc" />);
  await screen.findByText("installed");
});

it("finds the unpacked one where nothing is configured", async () => {
  browserWith(UNPACKED_EXTENSION_ID);
  render(<Word id={undefined} />);
  await screen.findByText("installed");
});

it("finds none in a browser without it, nor in one that has no extension for this page", async () => {
  browserWith("abc");
  const { unmount } = render(<Word id="abd" />);
  await screen.findByText("absent");
  unmount();
  vi.unstubAllGlobals();
  render(<Word id="abc" />);
  await screen.findByText("absent");
});

it("sees that it was installed meanwhile", async () => {
  render(<Word id="abc" />);
  await screen.findByText("absent");
  browserWith("abc");
  window.dispatchEvent(new Event("focus"));
  await waitFor(() => screen.getByText("installed"));
});

it.each([
  [undefined, "/extension"],
  ["", "/extension"],
  [UNPACKED_EXTENSION_ID, "/extension"],
  ["abc", "https://chromewebstore.google.com/detail/abc"],
])("leads for the id %s to %s", (id, url) => expect(extensionUrl(id)).toBe(url));
