import {
  type AppError,
  addAttachment,
  createTemplate,
  deleteAttachment,
  saveTemplate,
  type Template,
  type TemplateFields,
  templateOfSend,
} from "@sendwright/core/contract";
import { decodeFileName } from "@sendwright/core/files/fileName";
import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { call } from "../lib/call.ts";
import { fileHashOf } from "../lib/fileHash.ts";
import { isLost } from "../lib/isLost.ts";
import { LIST_KEY, templateKey, templateToEdit } from "./templateQueries.ts";

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
 * its files. One hook makes one new template.
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

const WORDS = {
  fallback: "Could not save template.",
  incomplete: "Failed to create/update template.",
};

async function change({ revision, fields }: TemplateSave, id: string): Promise<SavedTemplate> {
  return call(saveTemplate, { id, revision, ...fields }, WORDS);
}

async function create({ fields, files = [], onProgress }: TemplateSave, idempotency_key: string) {
  const upload = files.length > 0 && { files: { files }, ...(onProgress && { onProgress }) };
  const options = { ...WORDS, ...upload };
  return (await call(createTemplate, { ...fields, idempotency_key }, options)).template;
}

/** Gives a template that an earlier try made the text and the files of this one. */
async function completeCreation(made: Template, wanted: TemplateSave): Promise<SavedTemplate> {
  const { id, attachments, pictures = [] } = made;
  const files = await Promise.all(
    (wanted.files ?? []).map(async (file) => ({
      file,
      mark: fileMark(file.name, await fileHashOf(file)),
    })),
  );
  const kept = new Set(files.map(({ mark }) => mark));
  const stored = new Set<string>();
  for (const { original_filename, storage_path, hash = "" } of [...pictures, ...attachments]) {
    const mark = fileMark(original_filename, hash);
    if (kept.has(mark)) stored.add(mark);
    else await call(deleteAttachment, { id, storage_path }, WORDS);
  }
  for (const { file, mark } of files)
    if (!stored.has(mark)) await call(addAttachment, { id }, { ...WORDS, files: { file: [file] } });
  const { template } = await change({ ...wanted, revision: made.revision }, id);
  return { template };
}

/** Tells files apart by name and content. */
function fileMark(name: string, hash: string): string {
  return `${hash} ${decodeFileName(name)}`;
}

/**
 * Makes a template and, if the answer is lost, asks once more. From then on, every further try has
 * the same key, so that there is only one template. `isAgain` says that an earlier try may have made
 * it, maybe with another content.
 */
function useMakeOnce() {
  const lostKeys = useRef(new Map<string, string>());
  return async <Made>(
    of: string,
    make: (key: string, isAgain: boolean) => Promise<Made>,
  ): Promise<Made> => {
    const lost = lostKeys.current.get(of);
    const key = lost ?? crypto.randomUUID();
    const attempt = () => make(key, lost !== undefined);
    const made = await attempt().catch((error: unknown) => {
      if (!isLost(error)) throw error;
      lostKeys.current.set(of, key);
      return attempt();
    });
    lostKeys.current.delete(of);
    return made;
  };
}

/**
 * Creates or changes a template. Throws AppError, with `template_changed` if someone else has saved
 * it. If a creation's answer is lost, this and the next saves make no second template.
 */
export function useSaveTemplate() {
  const cache = useQueryClient();
  const makeOnce = useMakeOnce();
  return useMutation<SavedTemplate, AppError, TemplateSave>({
    mutationFn: async (wanted) => {
      if (wanted.id !== null) return change(wanted, wanted.id);
      return makeOnce("new", async (key, isAgain) => {
        const template = await create(wanted, key);
        return isAgain ? completeCreation(template, wanted) : { template };
      });
    },
    onSuccess: ({ template }) => {
      cache.setQueryData(templateKey(template.id), template);
      return cache.invalidateQueries({ queryKey: LIST_KEY });
    },
  });
}

/**
 * Makes a template of a send's email; returns it, and the names of the files that it has no room
 * for. If the answer is lost, a further try makes no second template.
 */
export function useTemplateOfSend() {
  const cache = useQueryClient();
  const makeOnce = useMakeOnce();
  return useMutation({
    mutationFn: (id: string) =>
      makeOnce(id, (idempotency_key) =>
        call(templateOfSend, { id, idempotency_key }, { fallback: "Could not save the template." }),
      ),
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
