import type { Template } from "@sendwright/functions/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useReducer } from "react";
import { stickyValue } from "../../../lib/stickyValues.ts";
import { type DirectForm, directForm, EMPTY_FORM } from "./directForm.ts";
import { rememberedSend, rememberedTemplate, rememberSend, rememberTemplate } from "./remembered.ts";

const DRAFT = ["direct-send", "draft"] as const;

function begin(): DirectForm {
  const sent = rememberedSend();
  const form = { ...EMPTY_FORM, templateId: rememberedTemplate() };
  return sent === null ? form : { ...form, key: sent, isSending: true, shown: sent };
}

/**
 * The form. It outlives a look at another tab of the application, in the cache that ends with the session, so that nobody types a
 * list twice; and what is being sent outlives a reload.
 */
export function useForm() {
  const cache = useQueryClient();
  const [form, change] = useReducer(directForm, cache, (kept) => kept.getQueryData<DirectForm>(DRAFT) ?? begin());
  useEffect(() => {
    cache.setQueryDefaults(DRAFT, { gcTime: Number.POSITIVE_INFINITY });
    cache.setQueryData(DRAFT, form);
  }, [cache, form]);

  const { templateId, isSending, key } = form;
  useEffect(() => rememberTemplate(templateId), [templateId]);
  useEffect(() => rememberSend(isSending ? key : null), [isSending, key]);
  return { form, change };
}

/** Takes the form and the template; gives what stands in the field of each variable: sticky ones as remembered. */
export function useValues(form: DirectForm, template: Template | null): ReadonlyMap<string, string> {
  const { values, generation } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation of fields reads the remembered values anew.
  return useMemo(
    () =>
      new Map(
        template?.parsed_variables.map(({ name, type }) => [
          name,
          values.get(name) ?? (type === "sticky" ? stickyValue(name) : ""),
        ]),
      ),
    [values, template, generation],
  );
}

/** Takes what stands in the fields; gives it as it travels. The server trims what it sends, so a preview must be made of the same. */
export function asSent(values: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...values].map(([name, value]) => [name, value.trim()]));
}
