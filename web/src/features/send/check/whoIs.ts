import type { CheckedRow } from "@sendwright/core/check/types";
import { formatRecipient } from "@sendwright/core/recipients/recipients";

/** The person of a row as the email names them: `Ann <ann@example.org>`, or the text of an invalid address. */
export function whoIs({ address, name, recipient }: Pick<CheckedRow, "address" | "name" | "recipient">): string {
  return address === null ? recipient : formatRecipient({ address, name });
}
