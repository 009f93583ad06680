import {
  getVersion,
  listVersions,
  saveTemplate,
  type Template,
  type TemplateFields,
  type TemplateVersion,
} from "@sendwright/core/contract";
import { type QueryClient, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { LIST_KEY, templateKey } from "./templateQueries.ts";

const versionsKey = (id: string) => [...templateKey(id), "versions"] as const;
const undoneKey = (id: string) => [...templateKey(id), "undone"] as const;

/** A template's earlier versions, the newest first: read each time that they are opened. */
export function useVersions(id: string) {
  return useQuery({
    queryKey: versionsKey(id),
    queryFn: async ({ signal }) => {
      const words = { signal, fallback: "Could not load the earlier versions." };
      return (await call(listVersions, { id }, words)).versions;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The text of an earlier version; none while `version` is null. */
export function useVersion(id: string, version: string | null) {
  return useQuery({
    queryKey: [...versionsKey(id), version],
    queryFn: ({ signal }) => readVersion(id, version ?? "", signal),
    enabled: version !== null,
    staleTime: 0,
    gcTime: 0,
  });
}

async function readVersion(id: string, version: string, signal?: AbortSignal) {
  const words = { signal, fallback: "Could not load this version." };
  return (await call(getVersion, { id, version }, words)).version;
}

/** The fields of a template that a version has. */
export function fieldsOf(version: TemplateVersion): TemplateFields {
  const { version: _, replaced_at, files_gone, pictures_gone, ...fields } = version;
  return fields;
}

/**
 * Saves the text before a save again, if no one has saved since. Throws AppError, with
 * `template_changed` if someone has.
 */
export async function undoSave(
  cache: QueryClient,
  { id, revision }: Template,
  replaced: string,
): Promise<void> {
  const before = fieldsOf(await readVersion(id, replaced));
  const words = { fallback: "Could not undo." };
  const { template } = await call(saveTemplate, { id, revision, ...before }, words);
  cache.setQueryData(templateKey(id), template);
  cache.setQueryData(undoneKey(id), template);
  await cache.invalidateQueries({ queryKey: LIST_KEY });
}

/** The template after the last save that was undone in this tab; undefined if there was none. */
export function useUndone(id: string | null): Template | undefined {
  return useQuery<Template>({ queryKey: undoneKey(id ?? ""), enabled: false }).data;
}
