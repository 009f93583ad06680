import { Button, Notice } from "@sendwright/web/parts";
import type { ReactNode } from "react";
import type { PlaceName } from "../shared/workerMessages.ts";
import { InView } from "./InView.tsx";
import { TARGET_TROUBLE } from "./troubleMessages.ts";
import type { InsertionResult, InsertionView } from "./useInsertion.ts";

/** A field and its tab, in the page's own words, which can't run into ours. */
function Place({ name }: { name: PlaceName }) {
  return (
    <>
      {name.field === "" ? (
        "a field without a name"
      ) : (
        <strong>
          <bdi>{name.field}</bdi>
        </strong>
      )}
      , in the tab {name.tab === "" ? "in front" : <bdi>“{name.tab}”</bdi>}
    </>
  );
}

/** Where Insert writes, or why it can't. */
export function InsertionBanner({
  insertion: { target, isChosen },
  action,
}: {
  insertion: InsertionView;
  action?: ReactNode;
}) {
  if (!target) return <Notice action={action}>Looking for the cursor…</Notice>;
  if (target.trouble !== null)
    return (
      <Notice variant="warning" action={action}>
        {TARGET_TROUBLE[target.trouble]}
      </Notice>
    );
  return (
    <Notice action={action}>
      {isChosen ? "Insert writes into " : "Choose a template to insert into "}
      <Place name={target.name} />.
    </Notice>
  );
}

function keyOf({ variant, words, at, more }: InsertionResult): string {
  return [variant, words, at?.field, at?.tab, more].join("\n");
}

/** The result of the last click on Insert, with a way to take it back. */
export function InsertionOutcome({
  insertion: { result, isBusy, undo },
}: {
  insertion: InsertionView;
}) {
  if (!result) return null;
  const { variant, words, at, more } = result;
  return (
    <InView key={keyOf(result)}>
      <Notice
        variant={variant}
        action={
          result.undo && (
            <Button size="small" disabled={isBusy} onClick={() => void undo()}>
              Undo
            </Button>
          )
        }
      >
        {words}
        {at && (
          <>
            {" "}
            <Place name={at} />.
          </>
        )}
        {more && ` ${more}`}
      </Notice>
    </InView>
  );
}
