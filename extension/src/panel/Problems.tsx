import { allErrors, Notice } from "@sendwright/web/parts";
import type { PanelForm } from "./usePanelForm.ts";

type Problems = PanelForm["problems"];

/** All sentences in the order of the form. */
export function sentencesOf({ found, composed }: Problems): string[] {
  return [...(found ? allErrors(found) : []), ...composed];
}

/** The errors that prevent sending. */
export function Problems({ problems }: { problems: Problems }) {
  const sentences = sentencesOf(problems);
  if (sentences.length === 0) return null;
  return (
    <Notice variant="danger">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}
