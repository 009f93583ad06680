import type { Send } from "@sendwright/core/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { CONFIG_KEY, useConfig } from "../data/config.ts";
import { expectedEnd, goingMessage, nextEnd, type SaidEnd, waitsForQuota } from "./ahead.ts";

/** The sentence that says until when a send is being sent, null when it is not. Its end moves only with a reason. */
export function useAhead(send: Send): string | null {
  const { config } = useConfig();
  const cache = useQueryClient();
  const isSending = send.state === "running";
  const quota = config?.quota ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: both numbers fall together, so only a new quota tells more.
  const waiting = useMemo(() => waitsForQuota(send, quota), [quota, send.id]);
  useEffect(() => {
    // What was read before it began knew nothing of it.
    if (isSending) void cache.invalidateQueries({ queryKey: CONFIG_KEY });
  }, [cache, isSending]);

  const now = Date.now();
  const [said, setSaid] = useState<{ of: string; waiting: number; end: SaidEnd } | null>(null);
  const of = `${send.id} ${send.starts_at}`;
  const before = said?.of === of && said.waiting === waiting ? said.end : null;
  const end = isSending ? nextEnd(before, expectedEnd(send, waiting, now), send, now) : null;
  if (end !== null && end !== before) setSaid({ of, waiting, end });
  return end === null ? null : goingMessage(send, end, { waiting, from: quota?.more_at ?? null, now });
}
