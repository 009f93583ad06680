import { isSuppressed, type Suppressed } from "@sendwright/core/list/suppressed";
import { andMore, pluralize } from "@sendwright/core/pluralize";
import { uniqueRecipients } from "@sendwright/core/recipients/recipients";
import { Button } from "../../../components/Button.tsx";
import { useShowSuppressions } from "../../../lib/suppressionsContext.ts";

/** Opens the list of people you don't email, where that is possible. */
export function ShowSuppressions() {
  const show = useShowSuppressions();
  if (show === null) return null;
  return (
    <Button
      size="small"
      variant="text"
      color="inherit"
      onClick={(event) => show(event.currentTarget)}
    >
      Show people you don't email
    </Button>
  );
}

/** How many are named. */
const MAX_NAMED = 3;

interface Props {
  people: readonly { address: string | null }[];
  suppressed: Suppressed;
  /** What they don't get: "email" or "copy". */
  what: "email" | "copy";
}

/** Says which of some people are on your list of people you don't email; nothing if none is. */
export function SuppressedPeople({ people, suppressed, what }: Props) {
  const found = uniqueRecipients(
    people.flatMap(({ address }) =>
      address !== null && isSuppressed(address, suppressed) ? { address } : [],
    ),
  );
  return (
    <div role="status" className="row">
      {found.length > 0 && (
        <>
          <span className="hint breaks">
            {sentenceOf(
              found.map(({ address }) => address),
              what,
            )}
          </span>
          <ShowSuppressions />
        </>
      )}
    </div>
  );
}

function sentenceOf(addresses: readonly string[], what: Props["what"]): string {
  const list = "on your list of people you don't email";
  const [only] = addresses;
  if (addresses.length === 1) return `${only} is ${list} and gets no ${what}.`;
  const named = andMore(addresses.slice(0, MAX_NAMED), addresses.length);
  return `${pluralize(addresses.length, "person", "people")} are ${list} and get no ${what}: ${named}.`;
}
