import type { CheckedRow } from "@sendwright/core/check/types";
import { formatRecipient } from "@sendwright/core/recipients/recipients";

/** The person of a row as the email names them: `Ann <ann@example.org>`; without an address, the text in its place. */
export function whoIs({ address, name, recipient }: Pick<CheckedRow, "address" | "name" | "recipient">): string {
  return address === null ? recipient : formatRecipient({ address, name });
}
