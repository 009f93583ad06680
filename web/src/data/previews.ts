import { AppError, type InputOf, type OutputOf, preview } from "@sendwright/functions/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";

export type PreviewInput = InputOf<typeof preview>;
export type Preview = OutputOf<typeof preview>;

/** Takes what to render; gives the mail. Throws AppError with the specification's words (section 8: Sending). */
export async function renderPreview(input: PreviewInput, signal?: AbortSignal): Promise<Preview> {
  try {
    return await call(preview, input, { signal, fallback: "Failed to generate preview." });
  } catch (error) {
    // An answer that says no without saying why; one that cannot be read at all brings its cause.
    if (!(error instanceof AppError) || error.reason !== "bad_answer" || error.cause) throw error;
    throw new AppError("bad_answer", "Preview generation failed");
  }
}

/**
 * Takes what to render (null for nothing yet), and the revision of the template it is made of; gives the mail as the server would
 * send it. The mail before stays until the next one is there.
 */
export function usePreview(input: PreviewInput | null, revision = "") {
  return useQuery({
    queryKey: ["preview", revision, input],
    queryFn: ({ signal }) => renderPreview(input ?? { template_id: "", variables: {} }, signal),
    enabled: input !== null,
    ...(input !== null && { placeholderData: keepPreviousData }),
    staleTime: 60_000,
    gcTime: 60_000,
  });
}
