import Button from "@mui/material/Button";

interface Props {
  address: string;
  onClick: (address: string) => void;
  disabled?: boolean;
}

/** Adds someone to the list of people you don't email. */
export function DontEmail({ address, onClick, disabled = false }: Props) {
  return (
    <Button size="small" variant="text" disabled={disabled} onClick={() => onClick(address)}>
      Don't email them again
      <span className="unseen">: {address}</span>
    </Button>
  );
}
