import { expect, it } from "vitest";
import { filesIn } from "./droppedFiles.ts";

it("finds the files of a folder in a folder, more than a call takes as arguments", async () => {
  const one = new File(["x"], "one.pdf");
  const file = {
    isFile: true,
    fullPath: "/one.pdf",
    file: (found: (of: File) => void) => found(one),
  };
  const folder = (content: object[]) => ({
    isDirectory: true,
    createReader: () => {
      let at = 0;
      const next = () => {
        at += 100;
        return content.slice(at - 100, at);
      };
      return { readEntries: (found: (some: object[]) => void) => found(next()) };
    },
  });
  const inner = folder(Array.from({ length: 500_000 }, () => file));
  const items = [{ webkitGetAsEntry: () => folder([inner]) }];
  const files = await filesIn({ files: [], items } as unknown as DataTransfer);
  expect(files).toHaveLength(500_000);
});
