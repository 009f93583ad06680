import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import type { Sender, Template } from "./sender.ts";

/** Where the pictures go; `PICTURES` is another folder. */
const FOLDER = process.env.PICTURES ?? join(import.meta.dirname, "..", "docs", "pictures");

/** The person of every picture. */
export const EMAIL = "ada.lindqvist@example.com";

/** Gives a person these templates and no others: an earlier run left its own. */
export async function haveOnly(sender: Sender, templates: readonly Template[]): Promise<void> {
  const { body } = await sender.call<{ templates: { id: string }[] }>("GET", "/api/templates");
  for (const { id } of body.templates) await sender.call("DELETE", `/api/template/${id}`);
  for (const template of templates) await sender.template(template);
}

/**
 * Takes a picture of the window and writes it as `<name>.png`: without transparency, as the web
 * store wants it, and about half as large as the browser writes it.
 */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const taken = await page.screenshot({ caret: "hide", animations: "disabled" });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.png`), pngOf(await pixelsOf(page, taken)));
}

interface Pixels {
  width: number;
  height: number;
  /** Three bytes each: red, green, blue. */
  colors: Buffer;
}

/** Has the browser read its own picture, in a page without a policy. */
async function pixelsOf(page: Page, png: Buffer): Promise<Pixels> {
  const reader = await page.context().newPage();
  const read = await reader.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement("canvas"), { width, height }).getContext(
      "2d",
    );
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, width, height) ?? { data: [] };
    let bytes = "";
    for (const [index, byte] of data.entries())
      if (index % 4 < 3) bytes += String.fromCharCode(byte);
    return { width, height, colors: btoa(bytes) };
  }, png.toString("base64"));
  await reader.close();
  return { ...read, colors: Buffer.from(read.colors, "base64") };
}

/** A color that fewer pixels have is on the edge of a letter or an icon. */
const RARE = 1_000;
/** How far apart the values of such colors are afterwards: too little for an eye to see. */
const STEP = 16;

/** The picture as a PNG file, with fewer shades on the edges of letters. */
function pngOf({ width, height, colors }: Pixels): Buffer {
  const counts = new Map<number, number>();
  const pixels = Array.from({ length: width * height }, (_, at) => colors.readUIntBE(at * 3, 3));
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
  const lines = Buffer.alloc(height * (width * 3 + 1));
  for (const [at, color] of pixels.entries()) {
    // Each line begins with a byte that says that its colors are written as they are.
    const place = at * 3 + Math.floor(at / width) + 1;
    const isRare = (counts.get(color) ?? 0) < RARE;
    for (const channel of [0, 1, 2]) {
      const value = colors[at * 3 + channel] ?? 0;
      lines[place + channel] = isRare ? Math.min(255, Math.round(value / STEP) * STEP) : value;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(lines, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** A part of a PNG file: its length, its name, its content and their checksum. */
function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
