import { filesToChooseAgain } from "../lib/filesToChooseAgain.ts";
import { Button } from "./Button.tsx";
import { Notice } from "./ErrorNotice.tsx";

interface Props {
  what: "sent" | "saved";
  /** The names of the files chosen before the reload. */
  files: readonly string[];
  /** The names of the files chosen now. */
  chosen: readonly { name: string }[];
  onStartOver: () => void;
}

/** Says that the form was restored after a reload, and offers a blank one. */
export function RestoredNotice({ what, files, chosen, onStartOver }: Props) {
  const missing = filesToChooseAgain(files, chosen);
  return (
    <Notice
      action={
        <Button size="small" variant="text" color="secondary" onClick={onStartOver}>
          Start over
        </Button>
      }
    >
      Restored what you hadn't {what}.
      {missing.length > 0 && ` Files aren't kept. Choose them again: ${missing.join(", ")}.`}
    </Notice>
  );
}
