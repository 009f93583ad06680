import { splitRecipients } from "@sendwright/core/recipients/list";
import { counted } from "../../../lib/counted.ts";
import { isFilled } from "../../../sending/tableRows.ts";
import { isSameFile } from "./awaited.ts";
import type { Aside, Asides, BulkForm } from "./bulkForm.ts";
import { FILE_PARTS, LIST_PARTS } from "./fileParts.ts";
import { isTyped, TYPED_TABLE } from "./typedTable.ts";

/** What the form keeps aside once its file, table or list gives way. */
export function withAside(form: BulkForm): Asides {
  return holdsPeople(form) ? { ...form.asides, [form.mode]: asideOf(form) } : form.asides;
}

function holdsPeople({ mode, source, awaited, manualText, attachments }: BulkForm): boolean {
  if (mode === "manual") return manualText.trim() !== "" || attachments.length > 0;
  if (source === null) return awaited !== null;
  return !isTyped(source.content) || source.content.some(isFilled);
}

function asideOf(form: BulkForm): Aside {
  const parts = ["awaited", ...Object.keys({ ...FILE_PARTS, ...LIST_PARTS })] as (keyof Aside)[];
  return Object.fromEntries(parts.map((part) => [part, form[part]])) as unknown as Aside;
}

/** The form with what gave way in its mode. What stands there now changes places with it. */
export function broughtBack(form: BulkForm): BulkForm {
  const back = form.asides[form.mode];
  if (!back) return form;
  const asides = { ...form.asides, [form.mode]: holdsPeople(form) ? asideOf(form) : null };
  // The same for all is of the mail, not of the list: what was written since holds.
  const { values, unfinished } = hasValues(form) ? form : back;
  return { ...form, ...back, values, unfinished, asides, previewRow: null };
}

const hasValues = ({ values }: BulkForm) => Object.values(values).some((value) => value.trim() !== "");

/** What is kept aside, for another mail, to which neither columns nor values belong. */
export function asidesForMail({ csv, manual }: Asides): Asides {
  const columns = { columnMap: {}, sameForAll: {} };
  const clean = (aside: Aside | null) =>
    aside && {
      ...{ ...aside, ...columns, values: {}, unfinished: [] },
      awaited: aside.awaited && { ...aside.awaited, ...columns },
    };
  return { csv: clean(csv), manual: clean(manual) };
}

/** What is kept aside without what was sent; `sent` is the form that the send was made of. */
export function asidesUnsent({ csv, manual }: Asides, sent: BulkForm): Asides {
  return {
    csv: csv && isSameList(csv, sent) ? null : csv,
    manual: manual?.manualText === sent.manualText ? null : manual,
  };
}

function isSameList({ source, awaited }: Aside, sent: BulkForm): boolean {
  if (source) return source.id === sent.source?.id;
  return awaited !== null && sent.awaited !== null && isSameFile(awaited.file, sent.awaited.file);
}

/** The name of what gave way, as it stands after "Bring back". */
export function asideName({ source, awaited, manualText, attachments }: Aside): string {
  if (awaited) return awaited.file.name;
  if (source?.name === TYPED_TABLE) return "the typed table";
  if (source) return typeof source.content === "string" ? "the pasted table" : source.name;
  const people = splitRecipients(manualText).filter(({ address }) => address !== null).length;
  if (people > 0) return counted(people, "recipient");
  return attachments.length > 0 && manualText.trim() === "" ? counted(attachments.length, "file") : "the list";
}
