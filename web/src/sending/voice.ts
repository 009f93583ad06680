import type { Send } from "@sendwright/core/contract";
import { ABSENT, GONE } from "./messages.ts";
import type { Told, Way } from "./way.ts";

export type Tell = (message: string, options: { variant: Told["variant"]; duration: number }) => void;

export type Voice = ReturnType<typeof voiceOf>;

/** What a person is told of the attempts of a way of sending, in the way's own words. */
export function voiceOf<Frozen, Call>({ words, toasts }: Way<Frozen, Call>, tell: Tell) {
  const refused = ({ message }: { message: string }) =>
    tell(`${words.toast}: ${message}`, { variant: "danger", duration: toasts.bad });
  return {
    /** The server, or the page itself, would not begin it. */
    refused,
    /** Nobody has it: it never began. */
    absent: () => refused({ message: ABSENT }),
    /** It had begun, and the server has it no longer. */
    gone: () => tell(GONE, { variant: "warning", duration: toasts.bad }),
    ended: (send: Send) => {
      const { message, variant } = words.ended(send);
      tell(message, { variant, duration: variant === "success" ? toasts.good : toasts.bad });
    },
  };
}
