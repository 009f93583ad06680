import { AppError } from "@sendwright/core/contract";
import type { Source } from "@sendwright/core/list/list";
import { useCallback, useEffect, useRef, useState } from "react";
import { ListReader } from "../../../lib/lists/ListReader.ts";
import { AS_DETECTED, type Reading } from "../../../lib/lists/reading.ts";
import type { Raw, SendFormAction } from "../form/sendForm.ts";

/** The reader of this screen; its worker ends with the screen. */
export function useListReader(): ListReader {
  const [reader] = useState(() => new ListReader());
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

/** A chosen file or text that is being read or can't be read. */
interface Chosen {
  source: Source;
  content: File | string;
  reading: Reading;
  error: string | null;
}

/** Reads files and texts into the form. */
export interface FileReader {
  /** The file that is being read or can't be read, if any. */
  chosen: Chosen | null;
  isReading: boolean;
  /** Why it can't be read. */
  error: string | null;
  read: (source: Source, content: File | string) => void;
  /** Reads the same file or text another way. */
  reread: (raw: Pick<Raw, "of" | "content" | "reading">, other: Partial<Reading>) => void;
  forget: () => void;
}

/** Reads the chosen file into the form. The latest choice counts. */
export function useReader(reader: ListReader, change: (action: SendFormAction) => void): FileReader {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const latest = useRef(0);
  const read = useCallback(
    async (source: Source, content: File | string, reading: Reading = AS_DETECTED) => {
      latest.current += 1;
      const own = latest.current;
      setChosen({ source, content, reading, error: null });
      try {
        const { list, ...how } = await reader.read({ source, content, reading });
        if (latest.current !== own) return;
        // The worker returns a copy.
        change({ type: "newList", list: { ...list, source }, raw: { of: source, content, reading, ...how } });
        setChosen(null);
      } catch (error) {
        if (latest.current !== own) return;
        const message = error instanceof AppError ? error.message : String(error);
        setChosen({ source, content, reading, error: message });
      }
    },
    [reader, change],
  );
  const forget = useCallback(() => {
    latest.current += 1;
    setChosen(null);
  }, []);
  return {
    chosen,
    isReading: chosen !== null && chosen.error === null,
    error: chosen?.error ?? null,
    read: (source, content) => void read(source, content),
    reread: ({ of, content, reading }, other) => void read({ ...of }, content, { ...reading, ...other }),
    forget,
  };
}
