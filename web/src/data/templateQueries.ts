import {
  type AppError,
  addAttachment,
  createTemplate,
  deleteAttachment,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  saveTemplate,
  type Template,
  type TemplateFields,
  type TemplateListItem,
  templateOfSend,
  type UnreadableTemplate,
} from "@sendwright/core/contract";
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { call } from "../lib/call.ts";
import { isLost } from "../lib/isLost.ts";
import { useSession } from "../lib/useSession.ts";
import { useLimits } from "./configQuery.ts";

export const LIST_KEY = ["templates"] as const;
export const templateKey = (id: string) => ["template", id] as const;
const editKey = (id: string, opening: number) => [...templateKey(id), "edit", opening] as const;

/** The list and a template's details are out of date; an open editor is not touched. */
async function forget(cache: QueryClient, id: string): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: LIST_KEY }),
    cache.invalidateQueries({ queryKey: templateKey(id), exact: true }),
  ]);
}

/**
 * If a call was refused because its template has changed or no longer exists, reads the list and
 * what is on the screen of a template again; what an editor has open is not touched.
 */
export function readTemplatesAfter(cache: QueryClient, { reason }: Pick<AppError, "reason">): void {
  if (reason !== "template_changed" && reason !== "not_found") return;
  void cache.invalidateQueries({ queryKey: LIST_KEY });
  void cache.invalidateQueries({
    predicate: ({ queryKey: [kind, , use] }) => kind === "template" && use === undefined,
  });
}

/** The server's list: the templates by name, and those that it can't read. */
interface TemplateLists {
  templates: TemplateListItem[];
  unreadable: UnreadableTemplate[];
}

export const templatesQuery = queryOptions({
  queryKey: LIST_KEY,
  queryFn: async ({ signal }): Promise<TemplateLists> => {
    const words = {
      fallback: "Could not load templates.",
      incomplete: "Failed to fetch templates",
    };
    const { templates, unreadable = [] } = await call(listTemplates, {}, { signal, ...words });
    const byName = templates.toSorted((a, b) =>
      a.name.localeCompare(b.name, undefined, { numeric: true }),
    );
    return { templates: byName, unreadable };
  },
});

function useListed<Part>(select: (listed: TemplateLists) => Part) {
  const { isAuthenticated } = useSession();
  return useQuery({ ...templatesQuery, select, enabled: isAuthenticated });
}

const templatesIn = ({ templates }: TemplateLists) => templates;
const unreadableIn = ({ unreadable }: TemplateLists) => unreadable;

/** The user's templates by name. */
export function useTemplates() {
  return useListed(templatesIn);
}

/** The user's templates that can't be read. */
export function useUnreadableTemplates() {
  return useListed(unreadableIn);
}

/**
 * How many templates the user has, with those that can't be read (undefined while they load), how
 * many are allowed, and whether there is no room for another.
 */
export function useTemplateRoom() {
  const { data: templates } = useTemplates();
  const { data: unreadable = [] } = useUnreadableTemplates();
  const { MAX_TEMPLATES_PER_USER: most } = useLimits();
  const count = templates && templates.length + unreadable.length;
  return { count, most, isFull: count !== undefined && count >= most };
}

/** Why no template can be added. */
export function templatesFull(most: number): string {
  return `You have ${most} templates, the most you can keep. Delete one to create another.`;
}

function readTemplate(id: string, signal: AbortSignal, fallback: string): Promise<Template> {
  const words = { fallback, incomplete: "Failed to load template data." };
  return call(getTemplate, { id }, { signal, ...words }).then(({ template }) => template);
}

/** A template's details; none while its id is null. */
export function useTemplate(id: string | null) {
  const { isAuthenticated } = useSession();
  return useQuery({
    queryKey: templateKey(id ?? ""),
    queryFn: ({ signal }) => readTemplate(id ?? "", signal, "Could not load template details"),
    enabled: isAuthenticated && id !== null,
  });
}

/**
 * As `useTemplate`, for the editor: reads the template each time the editor opens (`opening` tells
 * them apart) and then never again, so that nothing changes while someone edits.
 */
export function useTemplateToEdit(id: string | null, opening: number) {
  return useQuery({
    queryKey: editKey(id ?? "", opening),
    queryFn: ({ signal }) => readTemplate(id ?? "", signal, "Could not load template data."),
    enabled: id !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** A function that shows a template in the editor of an opening, in place of what it read. */
export function useShowInEditor() {
  const cache = useQueryClient();
  return useCallback(
    (template: Template, opening: number) =>
      cache.setQueryData(editKey(template.id, opening), template),
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

/** Deletes a template, with its files. */
export function useDeleteTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(deleteTemplate, { id }, { fallback: "Could not delete template." }),
    onSuccess: (_answer, id) => cache.removeQueries({ queryKey: templateKey(id), exact: true }),
    onSettled: () => cache.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** Makes a copy of a template, with its files; returns the copy. */
export function useDuplicateTemplate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const { template } = await call(
        duplicateTemplate,
        { id },
        { fallback: "Could not duplicate template." },
      );
      return template;
    },
    onSettled: () => cache.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/**
 * Makes a template of a send's email; returns it, and the names of the files that it has no room
 * for.
 */
export function useTemplateOfSend() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(templateOfSend, { id }, { fallback: "Could not save the template." }),
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

/** A creation whose answer was lost. */
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
