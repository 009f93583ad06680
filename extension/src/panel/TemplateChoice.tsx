import TextField from "@mui/material/TextField";
import {
  BlankLetter,
  Button,
  buttonLook,
  EmptyState,
  isComposing,
  Notice,
  QueryFailure,
} from "@sendwright/web/parts";
import { useEffect, useRef, useState } from "react";
import { siteLink } from "../shared/openSite.ts";
import { withTemplate } from "./draftChanges.ts";
import styles from "./surface.module.css";
import { CHOOSE_ANOTHER, TEMPLATE_GONE } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";

interface Props {
  form: PanelForm;
  /** Moves to the next field, once a template is chosen; null if nothing is missing there. */
  onChosen: (() => void) | null;
}

/** Milliseconds between two looks for the first template. */
const UNTIL_FIRST = 3_000;

const COMPOSE = { id: "", name: "(Compose Manually)" };

/** Which template: found by typing, the last used first; folded to its name once it is chosen. */
export function TemplateChoice({ form, onChosen }: Props) {
  const { draft, change, templates, recent, isBusy, problems } = form;
  const [sought, setSought] = useState("");
  const [isChoosing, setChoosing] = useState(false);
  const changeButton = useRef<HTMLButtonElement>(null);
  const searchField = useRef<HTMLInputElement>(null);
  const hasChosen = useRef(false);
  const isFolded = Boolean(draft?.templateId !== null && !isChoosing);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keyboard's place goes along when the list folds and unfolds.
  useEffect(() => {
    if (isChoosing) searchField.current?.focus();
    else if (hasChosen.current) (onChosen ?? (() => changeButton.current?.focus()))();
    hasChosen.current = false;
  }, [isFolded, isChoosing]);
  const all = [...byUse(templates.data ?? [], recent), COMPOSE];
  const chosen = all.find(({ id }) => id === draft?.templateId);
  const words = sought.trim().toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(words));
  const choose = (id: string) => {
    hasChosen.current = true;
    setChoosing(false);
    setSought("");
    if (!draft || id === draft.templateId) return;
    change(withTemplate(draft, id));
    // Its fields are not wrong before a click.
    form.setAsked(null);
  };

  const { error, isFetching, refetch } = templates;
  // The first one is written beside the panel.
  const { isWithoutTemplates } = form;
  useEffect(() => {
    if (!isWithoutTemplates) return;
    const timer = setInterval(() => void refetch(), UNTIL_FIRST);
    return () => clearInterval(timer);
  }, [isWithoutTemplates, refetch]);
  const failure = error && <QueryFailure error={error} isFetching={isFetching} refetch={refetch} />;
  if (!templates.data) return failure ?? <p role="status">Loading your templates…</p>;
  if (form.isWithoutTemplates) {
    return (
      <>
        {form.isGone && <Notice variant="warning">{TEMPLATE_GONE}</Notice>}
        <EmptyState
          drawing={<BlankLetter />}
          sentence="You have no templates yet."
          action={
            <>
              <a {...buttonLook({ variant: "contained" })} {...siteLink("#templates/new")}>
                Create a template
              </a>
              <Button variant="text" onClick={() => choose("")}>
                Write one email without a template
              </Button>
            </>
          }
        />
      </>
    );
  }
  if (chosen && !isChoosing) {
    return (
      <div className={styles.chosen}>
        <span className="breaks">
          <small className="soft">Template</small>
          <strong>{chosen.name}</strong>
        </span>
        <Button ref={changeButton} size="small" disabled={isBusy} onClick={() => setChoosing(true)}>
          Change<span className="unseen"> the template</span>
        </Button>
      </div>
    );
  }
  return (
    <div className="stack gap-8">
      {failure}
      {form.isGone && (
        <Notice variant="warning">
          {TEMPLATE_GONE} {CHOOSE_ANOTHER}
        </Notice>
      )}
      <TextField
        label="Find a template"
        type="search"
        inputRef={searchField}
        autoComplete="off"
        value={sought}
        onChange={(event) => setSought(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || isComposing(event)) return;
          // Otherwise the same key would click the button that replaces this field.
          event.preventDefault();
          if (found[0]) choose(found[0].id);
        }}
        error={Boolean(problems.found?.template)}
      />
      <ul className="bare" aria-label="Templates">
        {found.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.template}
              disabled={isBusy}
              aria-current={id === draft?.templateId}
              onClick={() => choose(id)}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">No template name contains “{sought}”.</p>}
    </div>
  );
}

/** The templates that were used last come first; the others stay in order. */
function byUse<T extends { id: string }>(templates: readonly T[], recent: readonly string[]): T[] {
  const place = ({ id }: T) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return templates.toSorted((one, other) => place(one) - place(other));
}
