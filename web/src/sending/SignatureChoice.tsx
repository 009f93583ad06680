import { CheckField } from "../components/CheckField.tsx";
import { useSettings } from "../data/accountQueries.ts";

interface Props {
  /** Whether the email gets the account's signature. */
  value: boolean;
  onChange: (signature: boolean) => void;
  disabled?: boolean;
}

/** Whether an email gets your signature. Without one there is nothing to choose, unless the email refuses it. */
export function SignatureChoice({ value, onChange, disabled = false }: Props) {
  const { data: settings } = useSettings();
  if (value && (settings?.signature ?? "") === "") return null;
  return (
    <CheckField checked={value} onChange={onChange} disabled={disabled}>
      Add my signature
    </CheckField>
  );
}
