import { Button } from "./Button.tsx";

interface Props {
  address: string;
  onClick: (address: string) => void;
  disabled?: boolean;
}

/** Adds someone to the list of people you don't email; names them, as an email may have several people. */
export function DontEmail({ address, onClick, disabled = false }: Props) {
  return (
    <Button
      size="small"
      variant="text"
      color="secondary"
      disabled={disabled}
      style={{ textAlign: "start" }}
      onClick={() => onClick(address)}
    >
      <span className="breaks">Don't email {address} again</span>
    </Button>
  );
}
