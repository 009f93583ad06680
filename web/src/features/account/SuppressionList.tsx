import type { Suppression } from "@sendwright/core/contract";
import { lazily } from "@sendwright/core/lazily";
import { pluralize } from "@sendwright/core/pluralize";
import { withCommas } from "@sendwright/core/withCommas";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "../../components/Button.tsx";
import { breakable } from "../../components/breakable.tsx";
import { DataCell, DataRow, DataTable } from "../../components/DataTable.tsx";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { SearchField } from "../../components/SearchField.tsx";
import { ShowMore } from "../../components/useShowMore.tsx";
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

/** A shorter list needs no search. */
const SEARCH_FROM = 11;
const PAGE_SIZE = 100;

const day = lazily(() => new Intl.DateTimeFormat("en-US", { dateStyle: "medium" }));

/**
 * Moves the focus to the next button of the list if a removal took it, but not away from where
 * someone is by then. Returns the ref of the list, and a function to call before a removal, with the
 * place of its row.
 */
function useFocusAfterRemoval({ suppressions, isBusy }: Omit<Props, "onRemove">) {
  const listRef = useRef<HTMLDivElement>(null);
  const removedAt = useRef<number>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list as drawn is what counts.
  useEffect(() => {
    const at = removedAt.current;
    // During a removal the buttons are disabled and can't get the focus.
    if (at === null || isBusy) return;
    removedAt.current = null;
    // A dialog holds the focus that one of its buttons lost.
    if (!document.activeElement?.contains(listRef.current)) return;
    const buttons = listRef.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? listRef.current)?.focus();
  }, [suppressions, isBusy]);
  const noteRemoval = (at: number) => {
    removedAt.current = at;
  };
  return { listRef, noteRemoval };
}

/** The people on the list, to search and to remove. */
export function SuppressionList({ suppressions, isBusy, onRemove }: Props) {
  const [searched, setSearched] = useState("");
  const [visibleCount, setVisibleCount] = useState(PAGE_SIZE);
  const { listRef, noteRemoval } = useFocusAfterRemoval({ suppressions, isBusy });
  const hasSearch = suppressions.length >= SEARCH_FROM;
  const isFound = searchFor(hasSearch ? searched : "");
  const found = suppressions.filter(({ address }) => isFound([address]));
  return (
    <div ref={listRef} tabIndex={-1} className="stack gap-8">
      {suppressions.length === 0 ? (
        <EmptyState drawing={<BlankLetter />} sentence="No one is on your list." />
      ) : (
        <>
          <p className="soft">{pluralize(suppressions.length, "person", "people")}</p>
          {hasSearch && (
            <SearchField
              label="Search addresses"
              value={searched}
              onChange={setSearched}
              found={`${withCommas(found.length)} of ${withCommas(suppressions.length)}`}
            />
          )}
          {found.length > 0 && (
            <DataTable label="People you don't email" headers={HEADERS}>
              {found.slice(0, visibleCount).map((suppression, at) => (
                <SuppressionRow
                  key={suppression.address}
                  suppression={suppression}
                  isBusy={isBusy}
                  onRemove={(address) => {
                    noteRemoval(at);
                    onRemove(address);
                  }}
                />
              ))}
            </DataTable>
          )}
          {found.length > visibleCount && (
            <div>
              <ShowMore onShow={() => setVisibleCount(visibleCount + PAGE_SIZE)}>
                Show more
              </ShowMore>
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
