import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { RichTextEditor } from "./RichTextEditor.tsx";

vi.mock("./RichTextField.tsx", () => new Promise(() => undefined));

it("says that the editor is on its way", () => {
  render(<RichTextEditor label="Body" value="" onChange={() => undefined} />);
  expect(screen.getByRole("status", { name: "Loading the editor" })).toBeVisible();
});
