import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { spanWords } from "../../lib/when.ts";
import { contentOf, type Repeat, reachOf } from "./repeat.ts";

/** The name of the email that is about to be sent, how many of it, and to whom. */
interface ReadyEmail {
  name: string;
  ready: number;
  to: string;
}

/** Says who already received an email or soon will, and when. `now` is in milliseconds. */
export function repeatSentence(repeat: Repeat, email: ReadyEmail, now: number): string {
  const { first, last } = repeat;
  const to = reached(repeat, email);
  const when = spanWords(first, last, now);
  if (Date.parse(last) <= now) return `You sent “${email.name}” to ${to} ${when}.`;
  if (Date.parse(first) > now) return `You've already scheduled “${email.name}” for ${to} ${when}.`;
  return `You sent or scheduled “${email.name}” for ${to} ${when}.`;
}

/** After "to": those of whom we know most. */
function reached({ rows }: Repeat, { ready, to }: ReadyEmail): string {
  const reaches = [...rows.values()].map(reachOf);
  const count = (reach: string) => reaches.filter((one) => one === reach).length;
  const some = (rows: number) => {
    if (rows < ready) return `${withCommas(rows)} of these ${pluralize(ready, "person", "people")}`;
    return ready === 1 ? "this person" : "these people";
  };
  const all = count("all");
  if (all > 0) return ready === 1 ? to : some(all);
  const part = count("part");
  if (part > 0) return `some addresses of ${some(part)}`;
  return `someone at an address of ${some(count("unclear"))}`;
}

/**
 * Says whether the earlier emails were exactly the one that is about to be sent; `sameFor` names
 * the people who got exactly this one.
 */
export function contentSentence(repeat: Repeat, sameFor: string): string {
  return {
    same: "It's exactly the same email.",
    some: `It's exactly the same email for ${sameFor}.`,
    other: "This time, its text, values or files are different.",
    unknown: "Its text, values or files may have been different.",
  }[contentOf(repeat)];
}

/** Says that we don't know whether these people, a row each, already received an email. */
export function failedSentence(rows: number): string {
  const who = rows === 1 ? "this person" : "any of them";
  return `We couldn't check whether ${who} already received this email.`;
}
