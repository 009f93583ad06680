import TextField from "@mui/material/TextField";
import { pluralize } from "@sendwright/core/pluralize";
import { recipientKey } from "@sendwright/core/recipients/recipients";
import { Button, isComposing, Notice } from "@sendwright/web/parts";
import { type ReactNode, type RefObject, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Task } from "../shared/stored.ts";
import { matching, type SkippedPerson, sorted } from "./collectedPeople.ts";
import { withRecipients } from "./draftChanges.ts";
import { handToBulkSend } from "./handToBulkSend.ts";
import { InView } from "./InView.tsx";
import { withPeople } from "./peopleOfDraft.ts";
import styles from "./surface.module.css";
import { COLLECT_TROUBLE } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";

/** The number of people shown at once; typing finds the others. */
const DRAWN = 100;
/** The number shown of those who can't be added. */
const DRAWN_LEFT_OUT = 20;

interface NoAddressProps {
  sentence: string;
  onClose: () => void;
  /** The place of the Recipients field. */
  people: RefObject<HTMLDivElement | null>;
}

/** No address was found: the person enters one instead. */
export function NoAddress({ sentence, onClose, people }: NoAddressProps) {
  const enter = () => {
    flushSync(onClose);
    people.current?.querySelector("input")?.focus();
  };
  return (
    <InView>
      <Notice
        variant="warning"
        action={
          <Button size="small" onClick={enter}>
            Enter an address
          </Button>
        }
      >
        {sentence}
      </Notice>
    </InView>
  );
}

interface Props extends Pick<NoAddressProps, "onClose" | "people"> {
  task: Extract<Task, { kind: "collect" }>;
  form: PanelForm;
}

/**
 * The people found on a page: the person ticks some. Those for whom there is room become
 * recipients; more go to Bulk Send.
 */
export function Collected({ task, form, onClose, people: place }: Props) {
  const { draft, change, limits, isBusy, list } = form;
  const [sought, setSought] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [corrected, setCorrected] = useState<ReadonlyMap<number, string>>(new Map());
  const [editing, setEditing] = useState<number | null>(null);
  const { people, invalid, repeated } = useMemo(
    () => sorted(task.found, task.repeated, corrected),
    [task, corrected],
  );
  if (task.found.length === 0 || !draft || !list)
    return (
      <NoAddress
        sentence={[COLLECT_TROUBLE[task.trouble ?? "no-address"], hiddenMessage(task.hidden)]
          .join(" ")
          .trim()}
        onClose={onClose}
        people={place}
      />
    );

  const isThere = new Set(draft.recipients.map(recipientKey));
  const free = people.filter(({ text }) => !isThere.has(recipientKey(text)));
  const limit = limits.MAX_DIRECT_RECIPIENTS;
  const room = Math.max(0, limit - draft.recipients.length);
  const found = matching(free, sought);
  const shown = found.slice(0, DRAWN);
  const chosen = free.filter(({ id }) => ticked.has(id));
  const isFull = chosen.length >= room && free.length > room;
  const tick = (ids: readonly number[]) => setTicked(new Set([...ticked, ...ids]));
  const toggle = (id: number) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  const correct = (id: number, text: string) => {
    setCorrected(new Map(corrected).set(id, text));
    setEditing(null);
  };
  const texts = chosen.map(({ text }) => text);
  const all = withPeople(list, texts);
  const add = () => {
    change({ recipients: withRecipients(draft.recipients, texts) });
    onClose();
  };
  const handOver = () => {
    void handToBulkSend(form, all);
    onClose();
  };
  const edit = (id: number, text: string, content: ReactNode) =>
    editing === id ? (
      <CorrectionField text={text} onDone={(next) => correct(id, next)} />
    ) : (
      <>
        {content}
        <Button
          size="small"
          variant="text"
          aria-label={`Edit ${text.slice(0, 100)}`}
          onClick={() => setEditing(id)}
        >
          Edit
        </Button>
      </>
    );
  return (
    <section className={styles.collected} aria-label="People on the page">
      <h2 className="size-17 breaks">
        {pluralize(people.length + task.more, "person", "people")} on {task.host}
      </h2>
      <p className="soft">
        {task.more > 0 && `Only the first ${people.length} are shown. `}
        Select people who can expect an email from you.{" "}
        {people.length > free.length &&
          `${pluralize(people.length - free.length, "person is", "people are")} already in the recipients. `}
        {hiddenMessage(task.hidden)}
      </p>
      {free.length > 8 && (
        <TextField
          label="Find a person"
          type="search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      {free.length > 1 && (
        <div className="row">
          <Button
            size="small"
            disabled={room === 0 || found.every(({ id }) => ticked.has(id))}
            onClick={() =>
              tick(
                found
                  .filter(({ id }) => !ticked.has(id))
                  .slice(0, Math.max(0, room - chosen.length))
                  .map(({ id }) => id),
              )
            }
          >
            Select all
          </Button>
          <Button size="small" disabled={chosen.length === 0} onClick={() => setTicked(new Set())}>
            Select none
          </Button>
        </div>
      )}
      <ul className={styles.addresses}>
        {shown.map(({ id, text, name, address }) => (
          <li key={id} className={styles.person}>
            {edit(
              id,
              text,
              <label>
                <input type="checkbox" checked={ticked.has(id)} onChange={() => toggle(id)} />
                <span className="breaks">
                  {name !== "" && <bdi>{name} </bdi>}
                  <span className={name === "" ? undefined : "soft"}>{address}</span>
                </span>
              </label>,
            )}
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <p className="soft">And {found.length - shown.length} more. Type to find them.</p>
      )}
      <Skipped
        title={`${pluralize(invalid.length, "address", "addresses")} can't be used`}
        people={invalid}
        edit={edit}
        onRepair={correct}
      />
      <Skipped
        title={`${pluralize(repeated.length, "person", "people")} repeated`}
        people={repeated}
        edit={edit}
        onRepair={correct}
      />
      {isFull && (
        <Notice
          action={
            chosen.length < free.length && (
              <Button size="small" onClick={() => tick(free.map(({ id }) => id))}>
                Select all {free.length} for Bulk Send
              </Button>
            )
          }
        >
          You can send to up to {limit} people from here
          {draft.recipients.length > 0 && `, and ${draft.recipients.length} are in the recipients`}.
          Bulk Send takes more, with your template and the names.
        </Notice>
      )}
      <div className={`row ${styles.actions}`}>
        <Button onClick={onClose}>Cancel</Button>
        {chosen.length > room ? (
          <Button variant="contained" onClick={handOver}>
            Continue in Bulk Send with {pluralize(all.rows.length, "person", "people")}
          </Button>
        ) : (
          <Button variant="contained" disabled={chosen.length === 0 || isBusy} onClick={add}>
            Add {pluralize(chosen.length, "recipient")}
          </Button>
        )}
      </div>
    </section>
  );
}

function hiddenMessage(count: number): string {
  if (count === 0) return "";
  return `${pluralize(count, "address is", "addresses are")} hidden on the page and not listed.`;
}

interface SkippedProps {
  title: string;
  people: readonly SkippedPerson[];
  edit: (id: number, text: string, content: ReactNode) => ReactNode;
  onRepair: (id: number, text: string) => void;
}

/** The people who can't be added, each with the reason. */
function Skipped({ title, people, edit, onRepair }: SkippedProps) {
  if (people.length === 0) return null;
  return (
    <section className="stack gap-8">
      <h3>{title}</h3>
      <ul className={styles.addresses}>
        {people.slice(0, DRAWN_LEFT_OUT).map(({ id, text, why, repair }) => (
          <li key={id} className={styles.person}>
            {edit(
              id,
              text,
              <span className="breaks">
                <bdi>{text.slice(0, 200)}</bdi>: <span className="soft">{why}</span>
              </span>,
            )}
            {repair !== null && (
              <Button size="small" onClick={() => onRepair(id, repair)}>
                Use {repair}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {people.length > DRAWN_LEFT_OUT && (
        <p className="soft">And {people.length - DRAWN_LEFT_OUT} more.</p>
      )}
    </section>
  );
}

/** The text of a person, to correct: Enter or leaving takes it, Escape leaves it as it was. */
function CorrectionField({ text, onDone }: { text: string; onDone: (text: string) => void }) {
  const [value, setValue] = useState(text);
  return (
    <TextField
      label="Name and address"
      autoFocus
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => onDone(value)}
      onKeyDown={(event) => {
        if (isComposing(event) || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        onDone(event.key === "Enter" ? value : text);
      }}
    />
  );
}
