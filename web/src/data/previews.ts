import { type InputOf, type OutputOf, preview } from "@sendwright/core/contract";
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSteady } from "../lib/useSteady.ts";
import { useSettings } from "./accountQueries.ts";

export type PreviewInput = InputOf<typeof preview>;
type PreviewOutput = OutputOf<typeof preview>;

/** The specification's words for a preview that failed without a reason of the server. */
const WORDS = {
  fallback: "Failed to generate preview.",
  incomplete: "Preview generation failed",
} as const;

/** What to do about a failed preview; undefined if the server's sentence says it. */
export function previewAdvice({ message }: Error): string | undefined {
  return message === WORDS.fallback || message === WORDS.incomplete
    ? "Your email is unchanged. Check your connection, then try again."
    : undefined;
}

/** Renders an email. Throws AppError with the specification's words (rule: words). */
function renderPreview(input: PreviewInput, signal?: AbortSignal): Promise<PreviewOutput> {
  return call(preview, input, { signal, ...WORDS });
}

/**
 * What to render (null for nothing yet), once its values rest. Another template does not wait for
 * that.
 */
export function useSteadyInput(input: PreviewInput | null): PreviewInput | null {
  const steady = useSteady(input);
  return steady?.template_id === input?.template_id ? steady : input;
}

/**
 * The email as the server would send it; `revision` is its template's, and null input means nothing
 * yet. The previous email stays until the next one arrives, unless it is from another template.
 */
export function usePreview(input: PreviewInput | null, revision = "") {
  // The server adds it, as it is in the settings.
  const signature = useSettings().data?.signature ?? "";
  return useQuery({
    ...previewQuery(input, revision, signature),
    enabled: input !== null,
    placeholderData: (previous, query) =>
      input !== null && query?.queryKey[1]?.template_id === input.template_id
        ? keepPreviousData(previous)
        : undefined,
  });
}

/**
 * A function that renders one email, unless it has just been shown. It throws as `usePreview`
 * fails.
 */
export function useRenderedPreview() {
  const cache = useQueryClient();
  const signature = useSettings().data?.signature ?? "";
  return (input: PreviewInput, revision = "") =>
    cache.fetchQuery(previewQuery(input, revision, signature));
}

function previewQuery(input: PreviewInput | null, revision: string, signature: string) {
  return queryOptions({
    queryKey: ["preview", input, revision, signature] as const,
    queryFn: ({ signal }) => renderPreview(input ?? { template_id: "", variables: {} }, signal),
    staleTime: 60_000,
    gcTime: 60_000,
  });
}
