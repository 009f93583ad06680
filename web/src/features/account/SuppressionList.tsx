import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import type { Suppression } from "@sendwright/core/contract";
import { lazily } from "@sendwright/core/lazily";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { breakable } from "../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { searchFor } from "../../lib/search.ts";

interface Props {
  /** The latest first. */
  suppressions: readonly Suppression[];
  isBusy: boolean;
  onRemove: (address: string) => void;
}

const SOURCE_WORDS: Record<Suppression["source"], string> = {
  typed: "You added them",
  file: "From a file",
};
const HEADERS = ["Address", "Since", "How", "Remove"].map((name) => ({ key: name, name }));

/** A list this short needs no search. */
const SHORT = 10;
const AT_ONCE = 100;

const day = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }));

/**
 * Moves the focus to the next button of the list when one is removed with its row. Returns the ref
 * of the list, and a function to call before an entry leaves, with its place.
 */
function useFocusAfterRemoval(suppressions: readonly Suppression[]) {
  const place = useRef<HTMLDivElement>(null);
  const leaving = useRef<{ address: string; at: number }>(null);
  useEffect(() => {
    const gone = leaving.current;
    if (!gone || suppressions.some(({ address }) => address === gone.address)) return;
    leaving.current = null;
    const buttons = place.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (buttons[Math.min(gone.at, buttons.length - 1)] ?? place.current)?.focus();
  }, [suppressions]);
  const leaves = (address: string, at: number) => {
    leaving.current = { address, at };
  };
  return { place, leaves };
}

/** The people on the list, to search and to remove. */
export function SuppressionList({ suppressions, isBusy, onRemove }: Props) {
  const [sought, setSought] = useState("");
  const [most, setMost] = useState(AT_ONCE);
  const { place, leaves } = useFocusAfterRemoval(suppressions);
  const isFound = searchFor(suppressions.length > SHORT ? sought : "");
  const found = suppressions.filter(({ address }) => isFound([address]));
  return (
    <div ref={place} tabIndex={-1} className="stack gap-8">
      {suppressions.length === 0 ? (
        <EmptyState drawing={<BlankLetter />} sentence="No one is on your list." />
      ) : (
        <>
          <p className="soft">{pluralize(suppressions.length, "person", "people")}</p>
          {suppressions.length > SHORT && (
            <SearchField
              label="Search addresses"
              value={sought}
              onChange={setSought}
              found={`${withCommas(found.length)} of ${withCommas(suppressions.length)}`}
            />
          )}
          <DataTable label="People you don't email" headers={HEADERS}>
            {found.slice(0, most).map((suppression, at) => (
              <SuppressionRow
                key={suppression.address}
                suppression={suppression}
                isBusy={isBusy}
                onRemove={(address) => {
                  leaves(address, at);
                  onRemove(address);
                }}
              />
            ))}
          </DataTable>
          {found.length > most && (
            <div>
              <Button size="small" onClick={() => setMost(most + AT_ONCE)}>
                Show more
              </Button>
            </div>
          )}
        </>
      )}
    </div>
  );
}

interface RowProps extends Pick<Props, "isBusy" | "onRemove"> {
  suppression: Suppression;
}

/** Someone on the list: since when, how they were added, and a button that removes them. */
function SuppressionRow({ suppression: { address, since, source }, isBusy, onRemove }: RowProps) {
  return (
    <DataRow>
      <DataCell label="Address" className="breaks">
        <span>{breakable(address)}</span>
      </DataCell>
      <DataCell label="Since">{day().format(new Date(since))}</DataCell>
      <DataCell label="How">{SOURCE_WORDS[source]}</DataCell>
      <DataCell label="Remove">
        <IconButton
          size="small"
          data-remove
          disabled={isBusy}
          aria-label={`Remove ${address}`}
          onClick={() => onRemove(address)}
        >
          <X size={16} aria-hidden />
        </IconButton>
      </DataCell>
    </DataRow>
  );
}
