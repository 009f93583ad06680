import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { Uploading } from "./Uploading.tsx";

const NONE = { files: 0, allFiles: 0, bytes: 0, allBytes: 0, isWaiting: false };
const HALF = { files: 3, allFiles: 12, bytes: 1_048_576, allBytes: 4_194_304, isWaiting: false };

it("says how many files and bytes are uploaded, and cancels", async () => {
  const onCancel = vi.fn();
  render(<Uploading progress={HALF} onCancel={onCancel} />);
  expect(screen.getByRole("status").parentElement).toHaveTextContent(
    /^Uploading files: 3 of 12 \(1\.00 MB of 4\.00 MB\)$/,
  );
  const bar = screen.getByRole("progressbar", { name: "Upload of the files" });
  expect(bar).toHaveAttribute("value", "1048576");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
});

it("says that it waits for the connection", () => {
  render(<Uploading progress={{ ...HALF, isWaiting: true }} onCancel={vi.fn()} />);
  expect(screen.getByRole("status")).toHaveTextContent(/^Waiting for the connection/);
});

it("tells screen readers when the upload begins and waits, not each number", () => {
  const { rerender } = render(<Uploading progress={NONE} onCancel={vi.fn()} />);
  const status = screen.getByRole("status");
  const bar = screen.getByRole("progressbar");
  expect(status).toHaveTextContent(/^Preparing the files…$/);
  expect(bar).not.toHaveAttribute("value");
  rerender(<Uploading progress={HALF} onCancel={vi.fn()} />);
  expect(status).toHaveTextContent(/^Uploading files$/);
  expect(bar).toHaveAttribute("value");
  rerender(<Uploading progress={{ ...HALF, files: 4, bytes: 2_000_000 }} onCancel={vi.fn()} />);
  expect(status).toHaveTextContent(/^Uploading files$/);
});
