import { addressesInCell } from "@sendwright/core/list/severalAddresses";
import { faultOf, repairedRecipient } from "@sendwright/core/recipients/faults";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import { Button } from "./Button.tsx";
import field from "./field.module.css";
import { isolated } from "./isolated.tsx";
import { invalidEmail } from "./RecipientChips/recipientChanges.ts";

interface Props {
  /** Texts that aren't addresses, and what puts a corrected text in the place of each. */
  faults: readonly { text: string; onUse: (repaired: string) => void }[];
  /** Errors that are shown with them: a text that one of them names isn't named again. */
  said?: readonly string[];
  disabled?: boolean;
}

/**
 * Why each text isn't an address, and for one click, the only address that it can mean, or the
 * several that it has.
 */
export function AddressFaults({ faults, said = [], disabled = false }: Props) {
  return faults.map(({ text, onUse }, at) => {
    const repair = repairedRecipient(text);
    const several = addressesInCell(text);
    const fault = faultOf(text) ?? "";
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same wrong text.
      <p key={`${at} ${text}`} className={`hint ${field.notes} breaks`}>
        {said.includes(invalidEmail(text))
          ? fault.charAt(0).toUpperCase() + fault.slice(1)
          : isolated(`${text}: ${fault}`)}
        .{" "}
        {repair !== null && (
          <Button size="small" variant="text" disabled={disabled} onClick={() => onUse(repair)}>
            Use {parseRecipient(repair)?.address}
          </Button>
        )}
        {several.length > 1 && (
          <Button
            size="small"
            variant="text"
            disabled={disabled}
            onClick={() => onUse(several.map((one) => one.text).join("; "))}
          >
            Split
          </Button>
        )}
      </p>
    );
  });
}
