import type { Variable } from "../contract/templates.ts";
import { asksForName } from "../recipients/personName.ts";
import { isErrorText } from "../table/errorText.ts";

/** Texts that programs and forms write where there is no value, and unfilled placeholders. */
const STAND_INS = [
  /^(?:null|NULL|nil|undefined|NaN|NaT|\\N|\[object Object\])$/,
  /^(?:n\/[ad]|n\.\s?[ad]\.|k\.\s?a\.|[(<[](?:null|nil|none|blank|empty|leer|vide|vacío|vuoto)[)>\]])$/iu,
  /^(?:\{\{[^{}]*\}\}|[«‹][^«»‹›]*[»›]|\*\|[^|]*\|\*)$/,
];
/** What people write where they know no name. */
const NO_NAME =
  /^(?:\P{L}+|none|no name|not available|unknown|tb[acd]|keine?r?|unbekannt|inconnue?|desconocid[oa]|sconosciut[oa]|onbekend|x{2,})$/iu;

/** Whether a value looks like one that is missing; what isn't a date or a time is noted as that. */
export function isStandIn({ name, type }: Variable, text: string): boolean {
  if (type === "date" || type === "time" || type === "email") return false;
  return (
    STAND_INS.some((pattern) => pattern.test(text)) ||
    isErrorText(text) ||
    (NO_NAME.test(text) && asksForName(name))
  );
}
