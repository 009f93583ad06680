import type { Template } from "@sendwright/core/contract";
import { formatRecipient, type RecipientText } from "@sendwright/core/recipients/recipients";
import { useMemo } from "react";
import { stickyValue } from "../../../lib/stickyValues.ts";
import type { DirectForm } from "./directForm.ts";

/** What stands in the field of each variable: sticky ones as remembered. */
export function useValues(form: DirectForm, template: Template | null, uid: string): ReadonlyMap<string, string> {
  const { values, generation } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation of fields reads the remembered values anew.
  return useMemo(
    () =>
      new Map(
        template?.parsed_variables.map(({ name, type }) => [
          name,
          values.get(name) ?? (type === "sticky" ? stickyValue(uid, name) : ""),
        ]),
      ),
    [values, template, generation, uid],
  );
}

/** The values as they travel. The server trims what it sends, so a preview must be made of the same. */
export function asSent(values: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...values].map(([name, value]) => [name, value.trim()]));
}

/** A recipient as the call has them. */
export function asText({ address, name, text }: RecipientText): string {
  return address === null ? text : formatRecipient({ address, name });
}
