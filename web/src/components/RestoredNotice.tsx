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

/** The files that were chosen before and aren't now. */
export function missingFiles(
  files: readonly string[],
  chosen: readonly { name: string }[],
): string[] {
  return files.filter((file) => !chosen.some(({ name }) => name === file));
}

/** Says that the form was restored after a reload, and offers a blank one. */
export function RestoredNotice({ what, files, chosen, onStartOver }: Props) {
  const missing = missingFiles(files, chosen);
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
