import Button from "@mui/material/Button";
import { pluralize } from "@sendwright/core/pluralize";
import { Notice } from "../../../components/ErrorNotice.tsx";
import { useTemplates } from "../../../data/templateQueries.ts";
import type { KeptForm } from "../form/sendForm.ts";

interface Props {
  unsentEmails: readonly KeptForm[];
  onSwap: (kept: KeptForm) => void;
  onDiscard: (kept: KeptForm) => void;
  isDisabled: boolean;
}

/** Your unsent emails, each with buttons to switch to it or discard it (rule: undo). */
export function UnsentEmails({ unsentEmails, onSwap, onDiscard, isDisabled }: Props) {
  const { data: templates } = useTemplates();
  const nameOf = ({ form: { choice, subject } }: KeptForm) => {
    if (choice.kind === "compose") return subject.trim() || "Email without a subject";
    const template = choice.kind === "template" && templates?.find(({ id }) => id === choice.id);
    return template ? template.name : "Email";
  };
  return unsentEmails.map((kept, at) => {
    const people = kept.form.people.now.list?.rows.length ?? 0;
    const name = nameOf(kept);
    return (
      <Notice
        // biome-ignore lint/suspicious/noArrayIndexKey: two of them can be the same email.
        key={at}
        action={
          <>
            <Button
              size="small"
              aria-label={`Switch to ${name}`}
              disabled={isDisabled}
              onClick={() => onSwap(kept)}
            >
              Switch
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
        {people > 0 && `, ${pluralize(people, "person", "people")}`}.
      </Notice>
    );
  });
}
