import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { button, clickButton } from "../testing/buttons.ts";
import { FilePicker, type PickedFile } from "./FilePicker.tsx";

const pdf = new File(["x".repeat(1536)], "talk.pdf", { type: "application/pdf" });
const txt = new File(["y"], "notes.txt", { type: "text/plain" });
const listed = (more: Partial<PickedFile> = {}): PickedFile => ({
  key: "1",
  name: "talk.pdf",
  size: 1536,
  ...more,
});

const styles = readFileSync(join(import.meta.dirname, "FilePicker.module.css"), "utf8");

describe("the file picker", () => {
  it("lists files in 150 pixels, and scrolls beyond that", () => {
    const [, list = ""] = /^\.list \{(.*?)^\}/ms.exec(styles) ?? [];
    expect(list).toContain("max-height: 150px;");
    expect(list).toContain("overflow-y: auto;");
  });

  it("gives the chosen files, and the same one again after it was taken out", async () => {
    const onAdd = vi.fn();
    render(<FilePicker label="Attachments" files={[]} onAdd={onAdd} />);
    const input = screen.getByLabelText("Attachments", { selector: "input" });
    await userEvent.upload(input, [pdf, txt]);
    expect(onAdd).toHaveBeenLastCalledWith([pdf, txt]);
    await userEvent.upload(input, pdf);
    expect(onAdd).toHaveBeenCalledTimes(2);
  });

  it("is named as it looks, with the files' purpose", () => {
    render(<FilePicker label="Attachments" files={[]} onAdd={vi.fn()} />);
    expect(screen.getByLabelText("Attachments", { selector: "input" })).toHaveAccessibleName(
      "Choose files Attachments",
    );
  });

  it("keeps the keyboard's place when a file is taken out: at the next one, else at the choice of files", async () => {
    const files = [listed(), listed({ key: "2", name: "notes.txt" })];
    function Page() {
      const [left, setLeft] = useState(files);
      const remove = (gone: string) => setLeft(left.filter(({ key }) => key !== gone));
      return <FilePicker label="Attachments" files={left} onAdd={vi.fn()} onRemove={remove} />;
    }
    render(<Page />);
    await clickButton("Remove talk.pdf");
    expect(button("Remove notes.txt")).toHaveFocus();
    await clickButton("Remove notes.txt");
    expect(screen.getByLabelText("Attachments", { selector: "input" })).toHaveFocus();
  });

  it("says that a folder can't be added, and accepts the files beside it", () => {
    const onAdd = vi.fn();
    render(<FilePicker label="Attachments" files={[]} onAdd={onAdd} />);
    const folder = new File([], "pictures");
    const item = (file: File, isDirectory: boolean) => ({
      kind: "file",
      getAsFile: () => file,
      webkitGetAsEntry: () => ({ isDirectory }),
    });
    const items = [item(folder, true), item(pdf, false)];
    fireEvent.drop(screen.getByText(/or drop/), { dataTransfer: { files: [folder, pdf], items } });
    expect(onAdd).toHaveBeenLastCalledWith([pdf]);
    expect(screen.getByRole("alert").textContent).toBe(
      "You can't add a folder. Choose the files in it.",
    );
  });

  it("accepts dropped files: one if only one fits, none while disabled", () => {
    const onAdd = vi.fn();
    const drop = () =>
      fireEvent.drop(screen.getByText(/or drop/), { dataTransfer: { files: [pdf, txt] } });
    const { rerender } = render(
      <FilePicker label="CSV" files={[]} onAdd={onAdd} multiple={false} />,
    );
    drop();
    expect(onAdd).toHaveBeenLastCalledWith([pdf]);
    rerender(<FilePicker label="CSV" files={[]} onAdd={onAdd} disabled />);
    drop();
    expect(onAdd).toHaveBeenCalledTimes(1);
  });

  it("lists names, sizes and states, and removes files", async () => {
    const onRemove = vi.fn();
    const files = [
      listed(),
      listed({ key: "2", name: "up.pdf", status: "uploading", progress: 0.5 }),
      listed({ key: "3", name: "bad.pdf", status: "error", error: "Upload failed." }),
    ];
    render(
      <FilePicker label="Attachments" files={files} onAdd={() => undefined} onRemove={onRemove} />,
    );
    expect(screen.getAllByText("1.50 KB")).toHaveLength(3);
    expect(screen.getByText("Uploading 50 %")).toBeInTheDocument();
    expect(screen.getByText("Upload failed.")).toBeInTheDocument();
    // Neither each percent nor the end, which the screen around it sums up.
    expect(screen.queryByRole("status")).toBeNull();
    expect(button("Remove up.pdf")).toHaveProperty("disabled", true);
    await clickButton("Clear bad.pdf");
    expect(onRemove).toHaveBeenCalledWith("3");
  });

  it.each([
    ["attachments, which every recipient gets", true, " Every recipient gets these files\\."],
    ["a list, which no one gets", false, ""],
  ])("says what its files are: %s", (_, multiple, words) => {
    render(
      <FilePicker
        label="Files"
        hint="Up to 5 files."
        files={[]}
        onAdd={() => undefined}
        multiple={multiple}
      />,
    );
    expect(screen.getByLabelText("Files", { selector: "input" })).toHaveAccessibleDescription(
      expect.stringMatching(new RegExp(`^Up to 5 files\\.${words}\\s*$`)),
    );
  });

  it("says why a file was refused", () => {
    render(<FilePicker label="A" files={[]} onAdd={() => undefined} error="Too many." />);
    expect(screen.getByRole("alert").textContent).toBe("Too many.");
  });
});
