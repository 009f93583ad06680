import { AppError, type InputOf, type SendAnswer, testSend } from "@sendwright/core/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { CONFIG_KEY } from "./configQuery.ts";
import type { FilesOfSend } from "./filesOfSend.ts";
import { readTemplatesAfter } from "./templateQueries.ts";

type TestInput = InputOf<typeof testSend>;

/** The files that only the rows of a test get: as its call names them, and those to upload before. */
export interface TestFiles {
  named: Pick<TestInput, "row_files" | "files_of">;
  files: FilesOfSend;
}

interface TestMail {
  input: TestInput;
  files: readonly File[];
  /** Null for none. */
  own: TestFiles | null;
}

/**
 * Sends one email to the signed-in address, with the values given. Reports its outcome even if the
 * screen is closed by then.
 */
export function useTestSend({
  onEnd,
  onError,
}: {
  onEnd: (answer: SendAnswer) => void;
  onError: (error: Error) => void;
}) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, files, own }: TestMail) => {
      const make = () =>
        call(
          testSend,
          { ...input, ...own?.named },
          {
            fallback: "We couldn't send the test.",
            ...(files.length > 0 && { files: { attachments: files } }),
          },
        );
      if (!own) return make();
      await own.files.upload();
      return own.files.call(make);
    },
    onSuccess: onEnd,
    onError: (error) => {
      if (error instanceof AppError) readTemplatesAfter(cache, error);
      onError(error);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: CONFIG_KEY }),
  });
}
