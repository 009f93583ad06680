import { MAX_VALUE_LENGTH } from "../contract/limits.ts";
import { isBlank } from "../placeholders/placeholders.ts";
import { type Doubt, doubtAbout } from "../recipients/doubts.ts";
import { judgeAddress } from "../recipients/judge.ts";
import { splitRecipients } from "../recipients/list.ts";
import type { Recipient } from "../recipients/recipients.ts";
import { shortened } from "../shortened.ts";
import { error, type Finding, notAnAddress, note, tooLong } from "./value.ts";

export interface CheckedRecipient {
  /** Null if the text isn't one address. */
  recipient: Recipient | null;
  findings: Finding[];
}

/** The recipient in a cell or piece of text, and its error or notes. */
export function checkRecipient(text: string): CheckedRecipient {
  if (isBlank(text)) return refused(error("recipient_missing", "No email address in this row."));
  if (text.length > MAX_VALUE_LENGTH) return refused(tooLong("The recipient"));
  const { recipient, leftOut, doubt } = judgeAddress(text);
  if (recipient !== null) {
    const findings = leftOut === null ? [] : [note("left_out", leftOut)];
    if (doubt !== null) findings.push(doubtNote(text, doubt, false));
    return { recipient, findings };
  }
  const addresses = splitRecipients(text).filter((piece) => piece.address !== null);
  if (addresses.length > 1) {
    return refused(error("recipient_invalid", `More than one email address: ${shortened(text)}`));
  }
  return refused(notAnAddress("recipient_invalid", text));
}

function refused(finding: Finding): CheckedRecipient {
  return { recipient: null, findings: [finding] };
}

/** A question about an address in a text, with the text as it is probably meant. */
function doubtNote(
  text: string,
  { domain, message, meant: suggested }: Doubt,
  areMany: boolean,
): Finding {
  const asked = {
    ...note("domain", message),
    doubt: { domain: domain.toLowerCase(), meant: suggested },
  };
  const fixed = suggested === null ? text : withDomain(text, domain, suggested, areMany);
  return fixed === text ? asked : { ...asked, suggestion: fixed };
}

/**
 * A text with another domain: in its last address, after a name that may look like one, or in all
 * if there are many.
 */
function withDomain(text: string, domain: string, suggested: string, areMany: boolean): string {
  const written = domain.replace(/[.[\]]/g, "\\$&");
  const found = [
    ...text.matchAll(new RegExp(`@${written}(?![\\p{L}\\p{N}\\p{M}-]|\\.[\\p{L}\\p{N}])`, "gu")),
  ];
  return found
    .slice(areMany ? 0 : -1)
    .reduceRight(
      (fixed, { index }) =>
        `${fixed.slice(0, index)}@${suggested}${fixed.slice(index + 1 + domain.length)}`,
      text,
    );
}

/** The questions about the people in a text such as a cell for Cc, each domain once. */
export function doubtsIn(text: string, people: readonly Recipient[]): Finding[] {
  const found = people.flatMap(({ address }) => doubtAbout(address) ?? []);
  return [...new Map(found.map((doubt) => [doubt.domain, doubt])).values()].map((doubt) =>
    doubtNote(text, doubt, people.length > 1),
  );
}
