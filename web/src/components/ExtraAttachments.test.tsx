import { DEFAULT_LIMITS } from "@sendwright/core/contract";
import { act, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { ExtraAttachments } from "./ExtraAttachments.tsx";

const MB = 1024 * 1024;

function aFile(name: string, size = 10): File {
  return new File([new Uint8Array(size)], name);
}

const stored = (size: number) => ({ name: "a.pdf", size });

function Picker({ existing = [] }: { existing?: { name: string; size: number }[] }) {
  const [files, setFiles] = useState<readonly File[]>([]);
  return (
    <ExtraAttachments
      files={files}
      existing={existing}
      limits={DEFAULT_LIMITS}
      onChange={setFiles}
    />
  );
}

const picker = () =>
  screen.getByLabelText<HTMLInputElement>("Additional attachments", { selector: "input" });
const names = () =>
  screen.queryAllByRole("listitem").map((item) => item.querySelector("[title]")?.textContent);

describe("additional attachments", () => {
  it("shows files with their sizes, and removes them", async () => {
    render(<Picker />);
    await userEvent.upload(picker(), [aFile("talk.pdf", 1536), aFile("map.png")]);
    expect(names()).toEqual(["talk.pdf", "map.png"]);
    expect(screen.getByText("1.50 KB")).toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: "Remove talk.pdf" }));
    expect(names()).toEqual(["map.png"]);
  });

  it("counts the template's files", async () => {
    render(<Picker existing={Array.from({ length: 4 }, () => stored(1))} />);
    await userEvent.upload(picker(), [aFile("a.pdf"), aFile("b.pdf")]);
    expect(names()).toEqual(["a.pdf"]);
    expect(screen.getByRole("alert").textContent).toBe(
      "Some files not added: b.pdf (Exceeds max attachment count (5))",
    );
    expect(picker().disabled).toBe(true);
  });

  it("doesn't say that a file was added which was refused, if another one has its name", async () => {
    render(<Picker />);
    await userEvent.upload(picker(), aFile("talk.pdf", 3 * MB));
    expect(screen.getByText("Added talk.pdf.")).toBeInTheDocument();
    await userEvent.upload(picker(), aFile("talk.pdf", 3 * MB));
    expect(screen.getByRole("alert").textContent).toMatch(/^Some files not added: talk\.pdf/);
    expect(screen.queryByText(/^Added/)).toBeNull();
    await userEvent.upload(picker(), aFile("talk.pdf", MB));
    expect(screen.getByText("Added talk.pdf.")).toBeInTheDocument();
  });

  it("names refused files for six seconds, and again at the next refusal", () => {
    vi.useFakeTimers();
    render(<Picker existing={[stored(5 * MB - 1)]} />);
    const choose = () => fireEvent.change(picker(), { target: { files: [aFile("large.pdf")] } });
    const words = /^Some files not added: large\.pdf/;
    choose();
    act(() => vi.advanceTimersByTime(4_000));
    choose();
    act(() => vi.advanceTimersByTime(5_999));
    expect(screen.getByText(words)).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.queryByText(words)).toBeNull();
  });

  it("adds up the sizes, and still accepts a smaller file", async () => {
    render(<Picker existing={[stored(4 * MB)]} />);
    await userEvent.upload(picker(), [aFile("large.pdf", 25 * MB), aFile("small.pdf", MB / 2)]);
    expect(names()).toEqual(["small.pdf"]);
    expect(screen.getByRole("alert").textContent).toBe(
      "Some files not added: large.pdf (Exceeds total size limit (5 MB))",
    );
  });
});
