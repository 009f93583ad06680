import { type FileText, NOT_READ } from "@sendwright/core/pairing/types";
import { unpackParts } from "@sendwright/core/workbook/unpack";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";

/** Of a longer file, only these pages are read. */
const MAX_PAGES = 20;

/** Reads the text of files: the worker's whole job, without the worker itself. */
export class FileTextWork {
  /** Loads the code for reading, so that the time for a file is its own. */
  async prepare(): Promise<void> {
    await getResolvedPDFJS();
  }

  /** The text of a PDF or a `.docx`. Its text is null if there is none to read; never throws. */
  async read(file: Blob): Promise<FileText> {
    try {
      const bytes = new Uint8Array(await file.arrayBuffer());
      if (isPdf(bytes)) return await pdfText(bytes);
      return bytes[0] === 0x50 && bytes[1] === 0x4b ? docxText(bytes) : NOT_READ;
    } catch {
      // A password, a damaged file or one that unpacks to too much: we say that it wasn't checked.
      return NOT_READ;
    }
  }
}

/** The mark may come after some other bytes, as printers put there. */
function isPdf(bytes: Uint8Array): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 1024)).includes("%PDF-");
}

async function pdfText(bytes: Uint8Array): Promise<FileText> {
  const pdf = await getDocumentProxy(bytes, {
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    verbosity: 0,
  });
  const pages = pdf.numPages;
  const texts: string[] = [];
  for (let number = 1; number <= Math.min(pages, MAX_PAGES); number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    texts.push(items.map((item) => ("str" in item ? lineOf(item) : "")).join(""));
    page.cleanup();
  }
  return { text: textOrNull(texts.join("\n")), pages };
}

function lineOf({ str, hasEOL }: { str: string; hasEOL: boolean }): string {
  return hasEOL ? `${str}\n` : str;
}

/** A scan and text drawn as outlines have no letters. */
function textOrNull(text: string): string | null {
  return /[\p{L}\p{N}]/u.test(text) ? text : null;
}

/** The parts of a Word file that a reader sees. */
const SHOWN = /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes)\.xml$/;

function docxText(bytes: Uint8Array): FileText {
  const parts = unpackParts(bytes, (name) => SHOWN.test(name));
  const texts = [...parts.values()].map((part) => wordText(new TextDecoder().decode(part)));
  return { text: textOrNull(texts.join("\n")), pages: null };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

/** The text of runs; paragraphs, tabs and breaks part words. Deleted text isn't shown. */
function wordText(xml: string): string {
  let text = "";
  for (const [whole, run] of xml.matchAll(/<w:t(?:\s[^>]*)?>([^<]*)<|<\/w:p>|<w:(?:tab|br|cr)\b/g))
    text += run === undefined ? (whole === "</w:p>" ? "\n" : " ") : run;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    const code = Number.parseInt(hex ?? decimal ?? "", hex === undefined ? 10 : 16);
    if (Number.isNaN(code)) return ENTITIES[name] ?? all;
    return code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}
