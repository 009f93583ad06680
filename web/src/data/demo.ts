import { AppError, demoPreview, type InputOf, type OutputOf } from "@sendwright/core/contract";
import { call } from "../lib/call.ts";

export type DemoPreview = OutputOf<typeof demoPreview>;

/** The mail that the demo's fields make. Throws an Error whose message is the one to show. */
export async function previewDemo(input: InputOf<typeof demoPreview>): Promise<DemoPreview> {
  try {
    return await call(demoPreview, input, { fallback: "Preview generation failed." });
  } catch (error) {
    // Status 0: no answer of the server's that could be understood.
    if (error instanceof AppError && error.status > 0) throw error;
    throw new Error(`Preview Error: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
