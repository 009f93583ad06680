import Button from "@mui/material/Button";
import { addressesInCell } from "@sendwright/core/list/severalAddresses";
import { faultOf, repairedRecipient } from "@sendwright/core/recipients/faults";
import { parseRecipient } from "@sendwright/core/recipients/recipients";
import field from "./field.module.css";

interface Props {
  /** Texts that aren't addresses, and what puts a corrected text in the place of each. */
  faults: readonly { text: string; onUse: (repaired: string) => void }[];
  disabled?: boolean;
}

/**
 * Why each text isn't an address, and for one click, the only address that it can mean, or the
 * several that it has.
 */
export function AddressFaults({ faults, disabled = false }: Props) {
  return faults.map(({ text, onUse }, at) => {
    const repair = repairedRecipient(text);
    const several = addressesInCell(text);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: two of them may have the same wrong text.
      <p key={`${at} ${text}`} className={`hint ${field.notes} breaks`}>
        {text}: {faultOf(text)}.{" "}
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
