import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { addressKey, isEmailAddress } from "@sendwright/core/recipients/recipients";
import { Notice, pluralize } from "@sendwright/web/parts";
import { type RefObject, useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Task } from "../shared/stored.ts";
import { withRecipients } from "./draftChanges.ts";
import { InView } from "./InView.tsx";
import styles from "./surface.module.css";
import { COLLECT_TROUBLE } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";

/** The number of addresses shown at once; typing finds the others. */
const DRAWN = 100;

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

/** The addresses found on a page: the person ticks some, and they become chips. */
export function Collected({ task, form, onClose, people }: Props) {
  const { draft, change, limits, isBusy } = form;
  const [sought, setSought] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(
    () => [
      ...new Map(task.found.filter(isEmailAddress).map((one) => [addressKey(one), one])).values(),
    ],
    [task],
  );
  if (found.length === 0)
    return (
      <NoAddress
        sentence={COLLECT_TROUBLE[task.trouble ?? "no-address"]}
        onClose={onClose}
        people={people}
      />
    );

  const room = Math.max(0, limits.MAX_DIRECT_RECIPIENTS - (draft?.recipients.length ?? 0));
  const matching = found.filter((one) => one.toLowerCase().includes(sought.trim().toLowerCase()));
  const shown = matching.slice(0, DRAWN);
  const toggle = (address: string) => {
    const next = new Set(ticked);
    if (!next.delete(address)) next.add(address);
    setTicked(next);
  };
  const add = () => {
    change({ recipients: withRecipients(draft?.recipients ?? [], [...ticked]) });
    onClose();
  };
  return (
    <section className={styles.collected} aria-label="Addresses on the page">
      <h2 className="size-17 breaks">
        {pluralize(found.length + task.more, "address", "addresses")} on {task.host}
      </h2>
      <p className="soft">
        {task.more > 0 && `Only the first ${found.length} are shown. `}
        Select people who can expect an email from you. You can add up to {room}.
      </p>
      {found.length > 8 && (
        <TextField
          label="Find an address"
          type="search"
          value={sought}
          onChange={(event) => setSought(event.target.value)}
        />
      )}
      <ul className={styles.addresses}>
        {shown.map((address) => (
          <li key={address}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(address)}
                disabled={!ticked.has(address) && ticked.size >= room}
                onChange={() => toggle(address)}
              />
              <span className="breaks">{address}</span>
            </label>
          </li>
        ))}
      </ul>
      {matching.length > shown.length && (
        <p className="soft">And {matching.length - shown.length} more. Type to find them.</p>
      )}
      <div className={`row ${styles.actions}`}>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="contained" disabled={ticked.size === 0 || isBusy} onClick={add}>
          Add {pluralize(ticked.size, "recipient")}
        </Button>
      </div>
    </section>
  );
}
