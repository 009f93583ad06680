import { columnLookAlikes } from "@sendwright/core/list/columnLookAlikes";
import type { List } from "@sendwright/core/list/list";
import { useMemo } from "react";
import { Notice } from "../../../components/ErrorNotice.tsx";
import type { Email } from "../form/email.ts";
import type { SendForm } from "../form/sendForm.ts";
import { EditTemplate } from "./EditTemplate.tsx";

interface Props {
  form: SendForm;
  mail: Email | null;
  list: List | null;
}

/**
 * Syntax warnings of a template that only the list shows: what looks like one of its columns is
 * plain text.
 */
export function LookAlikeColumns({ form: { choice }, mail, list }: Props) {
  const isStored = choice.kind === "template" && mail !== null && list !== null;
  const columns = list?.columns;
  const mapping = list?.mapping;
  const found = useMemo(
    () => (isStored && columns && mapping ? columnLookAlikes({ columns, mapping }, mail) : []),
    [isStored, columns, mapping, mail],
  );
  if (!isStored || found.length === 0) return null;
  return (
    <Notice variant="warning" action={<EditTemplate choice={choice} list={list} />}>
      {found.map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Notice>
  );
}
