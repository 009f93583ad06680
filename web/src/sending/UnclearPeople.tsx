import { breakable } from "../components/breakable.tsx";
import { CheckField } from "../components/CheckField.tsx";
import { Notice } from "../components/ErrorNotice.tsx";

interface Props {
  /** The rows whose mailbox received the email, maybe for someone else, and who each is. */
  people: readonly { n: number; who: string }[];
  /** The rows to send all the same. */
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/**
 * Asks about people who share a mailbox with someone who has the email, one by one: no one gets it
 * undecided.
 */
export function UnclearPeople({ people, chosen, onChange }: Props) {
  return (
    <Notice
      variant="warning"
      title={`${people.length === 1 ? "This address" : "These addresses"} received it, maybe for someone else. Send to:`}
    >
      {people.map(({ n, who }) => (
        <CheckField
          key={n}
          checked={chosen.has(n)}
          onChange={(isChosen) =>
            onChange(new Set(isChosen ? [...chosen, n] : [...chosen].filter((one) => one !== n)))
          }
        >
          {breakable(who)}
        </CheckField>
      ))}
    </Notice>
  );
}
