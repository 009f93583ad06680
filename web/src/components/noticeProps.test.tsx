import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

async function shown(address: string) {
  vi.stubEnv("VITE_CONTACT_EMAIL", address);
  vi.resetModules();
  const { ReportId } = await import("./noticeProps.tsx");
  render(<ReportId id="r-1" />);
}

it("names the operator's address and the reference to include", async () => {
  await shown("help@example.org");
  const link = screen.getByRole("link", { name: "help@example.org" });
  expect(link).toHaveAttribute("href", "mailto:help@example.org?subject=r-1");
});

it("names none where none is set", async () => {
  await shown("");
  expect(screen.getByText(/^If you report this, please include/)).toHaveTextContent("r-1");
  expect(screen.queryByRole("link")).toBeNull();
});
