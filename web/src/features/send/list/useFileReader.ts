import type { ListSource } from "@sendwright/core/list/list";
import { useCallback, useEffect, useRef, useState } from "react";
import { errorMessage } from "../../../lib/errorMessage.ts";
import { ListReader } from "../../../lib/lists/ListReader.ts";
import { AS_DETECTED, type Reading } from "../../../lib/lists/reading.ts";
import { useSame } from "../../../lib/useStable.ts";
import type { SendFormAction } from "../form/formActions.ts";
import type { RawList } from "../form/sendForm.ts";

/** The reader of this screen; its worker ends with the screen. */
export function useListReader(): ListReader {
  const [reader] = useState(() => new ListReader());
  useEffect(() => () => reader.close(), [reader]);
  return reader;
}

/** A chosen file or text that is being read or can't be read. */
interface ChosenSource {
  source: ListSource;
  content: File | string;
  reading: Reading;
  error: string | null;
}

/** Reads files and texts into the form. */
export interface FormFileReader {
  /** The file that is being read or can't be read, if any. */
  chosen: ChosenSource | null;
  isReading: boolean;
  /** Why it can't be read. */
  error: string | null;
  read: (source: ListSource, content: File | string) => void;
  /** Reads the same file or text another way. */
  reread: (raw: Pick<RawList, "of" | "content" | "reading">, other: Partial<Reading>) => void;
  forget: () => void;
}

/** Reads the chosen file into the form. The latest choice counts. */
export function useFileReader(
  reader: ListReader,
  change: (action: SendFormAction) => void,
): FormFileReader {
  const [chosen, setChosen] = useState<ChosenSource | null>(null);
  const latest = useRef<AbortController>(null);
  const readAs = useCallback(
    async (source: ListSource, content: File | string, reading: Reading = AS_DETECTED) => {
      latest.current?.abort();
      const request = new AbortController();
      latest.current = request;
      setChosen({ source, content, reading, error: null });
      try {
        const { list, ...how } = await reader.read({ source, content, reading }, request.signal);
        if (request.signal.aborted) return;
        // The worker returns a copy.
        change({
          type: "newList",
          list: { ...list, source },
          raw: { of: source, content, reading, ...how },
        });
        setChosen(null);
      } catch (error) {
        if (request.signal.aborted) return;
        const message = errorMessage(error);
        setChosen({ source, content, reading, error: message });
      }
    },
    [reader, change],
  );
  const forget = useCallback(() => {
    latest.current?.abort();
    setChosen(null);
  }, []);
  const read = useCallback<FormFileReader["read"]>(
    (source, content) => void readAs(source, content),
    [readAs],
  );
  const reread = useCallback<FormFileReader["reread"]>(
    ({ of, content, reading }, other) => void readAs({ ...of }, content, { ...reading, ...other }),
    [readAs],
  );
  const isReading = chosen !== null && chosen.error === null;
  return useSame({ chosen, isReading, error: chosen?.error ?? null, read, reread, forget });
}
