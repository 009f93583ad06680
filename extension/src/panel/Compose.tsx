import { PlainField } from "@sendwright/web/parts";
import type { Desk } from "./useDesk.ts";

/** A mail of one's own, for these people only. */
export function Compose({ desk: { draft, change, isBusy, problems } }: { desk: Desk }) {
  if (!draft) return null;
  const [subject, body] = ["Subject is required.", "Body is required."].map((words) =>
    problems.composed.find((one) => one === words),
  );
  return (
    <>
      <PlainField label="Subject" error={subject}>
        {(wiring) => (
          <input
            {...wiring}
            type="text"
            disabled={isBusy}
            value={draft.subject}
            onChange={(event) => change({ subject: event.target.value })}
          />
        )}
      </PlainField>
      <PlainField label="Body" error={body}>
        {(wiring) => (
          <textarea
            {...wiring}
            rows={8}
            disabled={isBusy}
            value={draft.body}
            onChange={(event) => change({ body: event.target.value })}
          />
        )}
      </PlainField>
    </>
  );
}
