import type { TemplateListItem } from "@sendwright/core/contract";
import { isFilled } from "@sendwright/core/list/list";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { writtenWords } from "../../../components/WrittenText.tsx";
import { useTemplates } from "../../../data/templateQueries.ts";
import type { KeptForm } from "../form/sendForm.ts";
import { peopleIn } from "../question/people.ts";

interface Props {
  unsentEmails: readonly KeptForm[];
  onSwap: (kept: KeptForm) => void;
  onDiscard: (kept: KeptForm) => void;
  isDisabled: boolean;
}

/** Your unsent emails, each with buttons to open it or discard it (rule: undo). */
export function UnsentEmails({ unsentEmails, onSwap, onDiscard, isDisabled }: Props) {
  const { data: templates } = useTemplates();
  return unsentEmails.map((kept, at) => {
    const { list } = kept.form.people.now;
    const name = unsentName(kept, templates ?? []);
    return (
      <Notice
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them can be the same email.
        key={at}
        action={
          <>
            <Button
              size="small"
              aria-label={`Open ${name}`}
              disabled={isDisabled}
              onClick={() => onSwap(kept)}
            >
              Open
            </Button>
            <Button
              size="small"
              variant="text"
              color="secondary"
              aria-label={`Discard ${name}`}
              onClick={() => onDiscard(kept)}
            >
              Discard
            </Button>
          </>
        }
      >
        Not sent: {name}
        {list?.rows.some(isFilled) && `, to ${peopleIn(list)}`}.
      </Notice>
    );
  });
}

/** The name of an unsent email: that of its template, or its subject as people read it. */
export function unsentName(
  { form: { choice, subject } }: KeptForm,
  templates: readonly Pick<TemplateListItem, "id" | "name">[],
): string {
  if (choice.kind === "compose") return writtenWords(subject).trim() || "Email without a subject";
  const id = choice.kind === "template" ? choice.id : null;
  return templates.find((template) => template.id === id)?.name ?? "Email";
}
