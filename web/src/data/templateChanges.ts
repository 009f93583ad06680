import {
  type AppError,
  addAttachment,
  createTemplate,
  deleteAttachment,
  getTemplate,
  listTemplates,
  saveTemplate,
  type Template,
  type TemplateFields,
  templateOfSend,
} from "@sendwright/core/contract";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { call } from "../lib/call.ts";
import { isLost } from "../lib/isLost.ts";
import { LIST_KEY, type TemplateLists, templateKey, templateToEdit } from "./templateQueries.ts";

/** The list and a template's details are out of date; an open editor is not touched. */
async function forget(cache: QueryClient, id: string): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: LIST_KEY }),
    cache.invalidateQueries({ queryKey: templateKey(id), exact: true }),
  ]);
}

/** As `useTemplate`, for the editor (`templateToEdit`). */
export function useTemplateToEdit(id: string | null, editor: string) {
  return useQuery({ ...templateToEdit(id ?? "", editor), enabled: id !== null });
}

/** A function that shows a template in an editor, in place of the one that the editor read. */
export function useShowInEditor() {
  const cache = useQueryClient();
  return useCallback(
    (template: Template, editor: string) =>
      cache.setQueryData(templateToEdit(template.id, editor).queryKey, template),
    [cache],
  );
}

/**
 * The input of a save: with an id it changes that template, without one it creates a template with
 * its files.
 */
export interface TemplateSave {
  id: string | null;
  /** The revision that was edited; without it the last write wins. */
  revision?: string | undefined;
  fields: TemplateFields;
  files?: readonly File[];
  /** The part of the upload that has gone out, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** A saved template, and the earlier version with the text before, if there is one. */
export interface SavedTemplate {
  template: Template;
  replaced?: string | undefined;
}

async function save({
  id,
  revision,
  fields,
  files = [],
  onProgress,
}: TemplateSave): Promise<SavedTemplate> {
  const options = {
    fallback: "Could not save template.",
    incomplete: "Failed to create/update template.",
  };
  if (id !== null) return call(saveTemplate, { id, revision, ...fields }, options);
  if (files.length === 0) return call(createTemplate, fields, options);
  const upload = { ...options, files: { files }, ...(onProgress ? { onProgress } : {}) };
  return call(createTemplate, fields, upload);
}

/**
 * Creates or changes a template. Throws AppError, with `template_changed` if someone else has saved
 * it. If a creation's answer is lost, looks for the template in the list, at once and before the
 * next save, so that no second one is created.
 */
export function useSaveTemplate() {
  const cache = useQueryClient();
  const lost = useRef<LostCreation>(null);
  const create = async (wanted: TemplateSave): Promise<SavedTemplate> => {
    const made = lost.current && (await findCreated(lost.current));
    lost.current = null;
    // Changes since the lost answer are saved into the template that was made.
    if (made) return save({ ...wanted, id: made.id, revision: made.revision });
    const listed = cache.getQueryData<TemplateLists>(LIST_KEY)?.templates;
    try {
      return await save(wanted);
    } catch (error) {
      if (!isLost(error) || !listed) throw error;
      const creation = { fields: wanted.fields, known: new Set(listed.map(({ id }) => id)) };
      const found = await findCreated(creation).catch(() => null);
      if (found) return { template: found };
      lost.current = creation;
      throw error;
    }
  };
  return useMutation<SavedTemplate, AppError, TemplateSave>({
    mutationFn: (wanted) => (wanted.id === null ? create(wanted) : save(wanted)),
    onSuccess: ({ template }) => {
      cache.setQueryData(templateKey(template.id), template);
      return cache.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

/**
 * Makes a template of a send's email; returns it, and the names of the files that it has no room
 * for. If the answer is lost, asks once more, and a further try makes no second template.
 */
export function useTemplateOfSend() {
  const cache = useQueryClient();
  const key = useRef<string>(null);
  return useMutation({
    mutationFn: async (id: string) => {
      key.current ??= crypto.randomUUID();
      const input = { id, idempotency_key: key.current };
      const make = () => call(templateOfSend, input, { fallback: "Could not save the template." });
      const made = await make().catch((error: unknown) => {
        if (!isLost(error)) throw error;
        return make();
      });
      key.current = null;
      return made;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** Adds one file to a saved template; returns how it is stored. */
export function useAddAttachment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({
      id,
      file,
      onProgress,
    }: {
      id: string;
      file: File;
      onProgress: (part: number) => void;
    }) => {
      const options = { files: { file: [file] }, onProgress, fallback: "Upload failed." };
      return (await call(addAttachment, { id }, options)).attachment;
    },
    onSettled: (_attachment, _error, { id }) => forget(cache, id),
  });
}

/** Removes a file from a saved template. */
export function useDeleteAttachment() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ id, storage_path }: { id: string; storage_path: string }) =>
      call(deleteAttachment, { id, storage_path }, { fallback: "Could not delete attachment." }),
    onSettled: (_answer, _error, { id }) => forget(cache, id),
  });
}

/** What was to be created when the answer was lost. */
interface LostCreation {
  fields: TemplateFields;
  /** The templates that there were before. */
  known: ReadonlySet<string>;
}

/**
 * The template that a lost creation made after all (a new one with its name and subject), or null.
 * Throws AppError if the server can't be reached.
 */
async function findCreated({ fields, known }: LostCreation): Promise<Template | null> {
  const words = { fallback: "Could not save template." };
  const { templates } = await call(listTemplates, {}, words);
  for (const { id, name } of templates) {
    if (known.has(id) || name !== fields.name.trim()) continue;
    const { template } = await call(getTemplate, { id }, words);
    if (template.subject === fields.subject.trim()) return template;
  }
  return null;
}
