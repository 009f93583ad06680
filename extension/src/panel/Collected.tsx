import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { addressKey, isEmailAddress } from "@sendwright/core/recipients/recipients";
import { Notice, pluralize } from "@sendwright/web/parts";
import { useMemo, useState } from "react";
import { forget, type Task } from "../shared/stored.ts";
import { withRecipients } from "./draftChanges.ts";
import styles from "./surface.module.css";
import { COLLECT_TROUBLE } from "./troubleMessages.ts";
import type { PanelForm } from "./usePanelForm.ts";

/** The number of addresses shown at once; typing finds the others. */
const DRAWN = 100;

/** The addresses found on a page: the person ticks some, and they become chips. */
export function Collected({ task, desk }: { task: Extract<Task, { kind: "collect" }>; desk: PanelForm }) {
  const { draft, change, limits, isBusy } = desk;
  const [sought, setSought] = useState("");
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const found = useMemo(
    () => [...new Map(task.found.filter(isEmailAddress).map((one) => [addressKey(one), one])).values()],
    [task],
  );
  const close = () => void forget("task");
  const away = (
    <Button size="small" onClick={close}>
      Close
    </Button>
  );
  if (found.length === 0)
    return (
      <Notice variant="warning" action={away}>
        {COLLECT_TROUBLE[task.trouble ?? "no-address"]}
      </Notice>
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
    close();
  };
  return (
    <section className={styles.collected} aria-label="Addresses on the page">
      <h2 className={styles.title}>
        {pluralize(found.length + task.more, "address", "addresses")} on {task.host}
      </h2>
      <p className={styles.soft}>
        {task.more > 0 && `Only the first ${found.length} are shown. `}
        Select the people to write to. You can add up to {room}.
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
              <span>{address}</span>
            </label>
          </li>
        ))}
      </ul>
      {matching.length > shown.length && (
        <p className={styles.soft}>And {matching.length - shown.length} more. Type to find them.</p>
      )}
      <div className={styles.actions}>
        <Button onClick={close}>Cancel</Button>
        <Button variant="contained" disabled={ticked.size === 0 || isBusy} onClick={add}>
          Add {pluralize(ticked.size, "recipient")}
        </Button>
      </div>
    </section>
  );
}
