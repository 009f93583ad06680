import {
  type AppError,
  deleteTemplate,
  duplicateTemplate,
  getTemplate,
  listTemplates,
  type Template,
  type TemplateListItem,
  type UnreadableTemplate,
} from "@sendwright/core/contract";
import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSession } from "../lib/useSession.ts";
import { useLimits } from "./configQuery.ts";

export const LIST_KEY = ["templates"] as const;
export const templateKey = (id: string) => ["template", id] as const;

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
export interface TemplateLists {
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
 * A template for an editor, which is read when the editor opens and then never again, so that nothing
 * changes while someone edits. Each editor has its own name, `editor`: the template that a closed one
 * read stays in the cache, and no other editor may open with it.
 */
export const templateToEdit = (id: string, editor: string) =>
  queryOptions({
    queryKey: [...templateKey(id), "edit", editor],
    queryFn: ({ signal }) => readTemplate(id, signal, "Could not load template data."),
    staleTime: Number.POSITIVE_INFINITY,
    // It may come before the editor is drawn.
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

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
