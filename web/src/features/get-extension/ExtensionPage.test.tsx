import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import "../../lib/session.ts";
import ExtensionPage from "./ExtensionPage.tsx";

it.each([
  ["/sendwright-extension.zip", "/sendwright-extension.zip"],
  ["", undefined],
])(
  "with the zip at %j links to %j: without one, Hosting would answer with the page",
  (zip, link) => {
    vi.stubEnv("VITE_EXTENSION_ZIP", zip);
    render(<ExtensionPage />, { wrapper: MemoryRouter });
    // A style sheet shows one of the two: a phone takes no extension.
    expect(
      screen.getByRole("heading", { name: "Open this page on a computer" }),
    ).toBeInTheDocument();
    expect(screen.getByText("Load unpacked", { selector: "strong" })).toBeInTheDocument();
    expect(
      screen.queryByRole("link", { name: "Download the extension" })?.getAttribute("href"),
    ).toBe(link);
  },
);

it.each([
  ["/sendwright-extension.zip", "0a1b", "Checksum of the file (SHA-256): 0a1b"],
  ["/sendwright-extension.zip", "", undefined],
  ["", "0a1b", undefined],
])("with the zip at %j and its checksum %j shows %j", (zip, sum, text) => {
  vi.stubEnv("VITE_EXTENSION_ZIP", zip);
  vi.stubEnv("VITE_EXTENSION_SHA256", sum);
  render(<ExtensionPage />, { wrapper: MemoryRouter });
  expect(screen.queryByText(/^Checksum/)?.textContent).toBe(text);
});

it("shows each step of the installation in a picture with a description", () => {
  render(<ExtensionPage />, { wrapper: MemoryRouter });
  const pictures = within(screen.getByRole("list")).getAllByRole("img");
  expect(pictures.map((picture) => picture.getAttribute("aria-label"))).toEqual([
    expect.stringContaining("sendwright-extension.zip becomes a folder"),
    expect.stringContaining("“Developer mode” at the top right is on"),
    expect.stringContaining("“Load unpacked”"),
  ]);
  expect(pictures.map((picture) => picture.closest("li"))).toEqual(screen.getAllByRole("listitem"));
  expect(
    screen.getByText(
      /Sign in on the Sendwright website, and the extension uses the same account\.$/,
    ),
  ).toBeVisible();
});
