import { GRAMMAR } from "@sendwright/core/placeholders";
import { templatesAfter, variablesOf } from "../../store/templates.ts";
import { keepProgress, readProgress } from "../../store/upkeep.ts";

/** Templates read at once, each up to 1 MB. */
const AT_ONCE = 20;
/** How long one round of the sweep takes for this. */
const ROUND_MS = 20_000;

/** Whether this instance knows that nothing is left to do. */
let isDone = false;

/**
 * Stores the variables of all templates that an earlier version or grammar saved: once, in as many
 * rounds of the sweep as it takes. Templates that an earlier version saves meanwhile are completed
 * when their list is read.
 */
export async function completeTemplates(): Promise<void> {
  if (isDone) return;
  const end = Date.now() + ROUND_MS;
  let after = await readProgress("templates", GRAMMAR);
  while (after !== null && Date.now() < end) {
    const { templates, last } = await templatesAfter(after, AT_ONCE);
    for (const template of templates) await variablesOf(template);
    after = last;
    await keepProgress("templates", GRAMMAR, after);
  }
  isDone = after === null;
}
