export * from "./compileTemplate.ts";
export type { Placeholder } from "./grammar.ts";
export { escapeHtml } from "./htmlText.ts";
export { leadsNowhere } from "./links.ts";
export { placeholderProblem, serializePlaceholder } from "./serialize.ts";
export { type ConditionToken, type PlaceholderToken, tokenize } from "./tokenize.ts";
export { tidy as tidyName } from "./variables.ts";
export { isBlank, valueProblem } from "./writeValue.ts";
