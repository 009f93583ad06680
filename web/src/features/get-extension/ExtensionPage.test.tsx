import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, it, vi } from "vitest";
import "../../lib/session.ts";
import ExtensionPage from "./ExtensionPage.tsx";

it.each([
  ["/sendwright-extension.zip", "/sendwright-extension.zip"],
  ["", undefined],
])("with the zip at %j links to %j: without one, Hosting would answer with the page", (zip, link) => {
  vi.stubEnv("VITE_EXTENSION_ZIP", zip);
  render(<ExtensionPage />, { wrapper: MemoryRouter });
  // A style sheet shows one of the two: a phone takes no extension.
  expect(screen.getByRole("heading", { name: "Open this page on a computer" })).toBeInTheDocument();
  expect(screen.getByText("Load unpacked")).toBeInTheDocument();
  expect(screen.queryByRole("link", { name: "Download the extension" })?.getAttribute("href")).toBe(link);
});
