import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../contract/limits.ts";
import { attachmentProblems, manualAttachmentProblems, requireFilesFit } from "./fileMessages.ts";
import { filesInUse, fitFiles } from "./fit.ts";
import {
  attachmentName,
  isPictureName,
  isPictureSource,
  missingPictures,
  picturesIn,
  pictureType,
  requirePicture,
} from "./pictures.ts";

const nameOf = (n: number, ending = "png") =>
  `picture-${n.toString(16).padStart(16, "0")}.${ending}`;
const [A, B] = [nameOf(1), nameOf(2, "gif")];
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const pictures = (count: number, size = 1) =>
  Array.from({ length: count }, (_, n) => ({ name: nameOf(n), size }));

describe("the pictures of a body", () => {
  it("are named by the page only", () => {
    expect([A, B, nameOf(3, "jpg")].map(isPictureName)).toEqual([true, true, true]);
    const others = [
      "picture-1.png",
      nameOf(1, "svg"),
      nameOf(1).toUpperCase(),
      `a${A}`,
      `${A}\n`,
      "map.png",
    ];
    expect(others.map(isPictureName)).toEqual(others.map(() => false));
    expect(
      [`cid:${A}`, A, `https://x.yy/${A}`, "data:image/png,", `cid:${A}?`].map(isPictureSource),
    ).toEqual([...[true, false, false, false, false]]);
    expect([attachmentName(A), attachmentName("map.png")]).toEqual([
      "image-0000000000000001.png",
      "map.png",
    ]);
  });

  it("are those that its img tags mention", () => {
    const body = `<p>cid:${nameOf(9)} <img src="cid:${A}" alt="x"> <img alt="src=&quot;" width="3" src="cid:${B}"><img src="cid:${A}"></p>`;
    expect([...picturesIn(body)]).toEqual([A, B]);
    expect([...picturesIn(`<img src="https://x.yy/${A}"><a href="cid:${A}">x</a>`)]).toEqual([]);
    expect(missingPictures(picturesIn(body), ["a.pdf", A])).toEqual([B]);
    const files = [
      { name: "a.pdf", size: 1 },
      { name: A, size: 1 },
      { name: nameOf(7), size: 1 },
    ];
    expect(filesInUse(files, picturesIn(body)).map(({ name }) => name)).toEqual(["a.pdf", A]);
  });

  it("are PNG, JPEG or GIF by their bytes, and no larger than 2 MB", () => {
    expect(pictureType(PNG)).toBe("image/png");
    expect(pictureType(Uint8Array.of(0xff, 0xd8, 0xff, 0xe0))).toBe("image/jpeg");
    for (const kind of ["GIF87a", "GIF89a"])
      expect(pictureType(new TextEncoder().encode(kind))).toBe("image/gif");
    for (const other of ["", "GIF88a", "<svg>", "GIF"])
      expect(pictureType(new TextEncoder().encode(other))).toBeNull();
    expect(requirePicture(A, PNG)).toBe("image/png");
    expect(() => requirePicture(B, PNG)).toThrow(
      "A picture must be a PNG, JPEG or GIF file, and its name must say which.",
    );
    const large = new Uint8Array(2 * 1024 * 1024 + 1);
    large.set(PNG);
    expect(() => requirePicture(A, large)).toThrow("A picture can have at most 2 MB.");
  });

  it("take room, but no place among the attachments; there are at most ten", () => {
    const limits = DEFAULT_LIMITS;
    const five = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.pdf`, size: 1 }));
    expect(fitFiles({ existing: five, files: pictures(10), limits }).skipped).toEqual([]);
    expect(attachmentProblems([...five, ...pictures(10)], limits)).toEqual([]);
    expect(attachmentProblems(pictures(11), limits)).toEqual([
      "An email can have at most 10 pictures.",
    ]);
    expect(manualAttachmentProblems(pictures(11), limits)).toEqual([
      "An email can have at most 10 pictures.",
    ]);
    expect(() =>
      requireFilesFit({
        existing: five,
        files: [...pictures(1), { name: "6.pdf", size: 1 }],
        limits,
      }),
    ).toThrow("Attachment count limit (5) exceeded.");
    expect(attachmentProblems(pictures(3, 2_000_000), limits)).toEqual([
      "Total attachment size limit (5 MB) exceeded.",
    ]);
  });
});
