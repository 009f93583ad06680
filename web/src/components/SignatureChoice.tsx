import { CheckField } from "./CheckField.tsx";

interface Props {
  /** Whether the email gets the account's signature. */
  value: boolean;
  /** The account's signature; "" for none. */
  signature: string;
  onChange: (signature: boolean) => void;
  disabled?: boolean;
}

/**
 * Whether an email gets your signature. Without one there is nothing to choose, unless the email
 * refuses it.
 */
export function SignatureChoice({ value, signature, onChange, disabled = false }: Props) {
  if (value && signature === "") return null;
  return (
    <CheckField checked={value} onChange={onChange} disabled={disabled}>
      Add my signature
    </CheckField>
  );
}
