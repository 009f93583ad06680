export { isBlank } from "./blank.ts";
export * from "./compileTemplate.ts";
export { escapeHtml } from "./entities.ts";
export type { Placeholder } from "./grammar.ts";
export { leadsNowhere } from "./links.ts";
export { tidy as tidyName } from "./names.ts";
export { placeholderProblem, serializePlaceholder } from "./serialize.ts";
export { type ConditionToken, type PlaceholderToken, tokenize } from "./tokenize.ts";
export { valueProblem } from "./valueProblem.ts";
