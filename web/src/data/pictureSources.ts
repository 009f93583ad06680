import { AppError, getPicture, getSendPicture, type Template } from "@sendwright/core/contract";
import { picturesIn } from "@sendwright/core/files/pictures";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../lib/call.ts";
import type { PictureSources } from "../lib/showPictures.ts";

/**
 * Where the server has an email's pictures: its template, its send, or nowhere (a composed email).
 */
export type PictureSource = Pick<Template, "id" | "pictures"> | { send: string } | null;

/**
 * Pictures that are asked for at the same time: the server takes few calls of one person at once.
 */
const AT_ONCE = 2;
let asking = 0;
const waiting: (() => void)[] = [];

/** Makes a picture's call when it is its turn. */
async function inTurn<T>(call: () => Promise<T>): Promise<T> {
  if (asking >= AT_ONCE) await new Promise<void>((begin) => waiting.push(begin));
  else asking += 1;
  try {
    return await call();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else asking -= 1;
  }
}

/** Each is read as an address at most once. */
const addresses = new WeakMap<Blob, Promise<string>>();

function addressOf(content: Blob): Promise<string> {
  const known = addresses.get(content);
  if (known !== undefined) return known;
  const read = new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
  addresses.set(content, read);
  return read;
}

async function load(
  name: string,
  source: PictureSource,
  file: File | undefined,
  signal: AbortSignal,
) {
  if (file) return addressOf(file);
  if (source === null || !isThere(name, source)) return null;
  const words = { signal, fallback: "Could not load a picture." };
  try {
    const content = await inTurn(() =>
      "id" in source
        ? call(getPicture, { id: source.id, name }, words)
        : call(getSendPicture, { id: source.send, name }, words),
    );
    return await addressOf(content);
  } catch (error) {
    if (
      error instanceof AppError &&
      (error.reason === "not_found" || error.reason === "wrong_state")
    )
      return null;
    throw error;
  }
}

/** A template says which pictures it has. */
function isThere(name: string, source: PictureSource): boolean {
  if (source === null || "send" in source) return source !== null;
  return source.pictures?.some(({ original_filename }) => original_filename === name) ?? false;
}

/**
 * The pictures that a body or an email mentions: from files that were just inserted, else from the
 * server.
 */
export function usePictureSources(
  html: string,
  source: PictureSource,
  files: readonly File[] = [],
): PictureSources {
  const mentioned = [...picturesIn(html)].join(" ");
  const names = useMemo(() => (mentioned === "" ? [] : mentioned.split(" ")), [mentioned]);
  const place = source === null ? "" : "id" in source ? source.id : source.send;
  const fileOf = (name: string) => files.find((file) => file.name === name);
  return useQueries({
    queries: names.map((name) => ({
      queryKey: [
        "picture",
        place,
        name,
        fileOf(name) !== undefined,
        isThere(name, source),
      ] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => load(name, source, fileOf(name), signal),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results): PictureSources =>
      Object.fromEntries(
        results.flatMap(({ data }, i) =>
          data === undefined ? [] : [[names[i] ?? "", data] as const],
        ),
      ),
  });
}
