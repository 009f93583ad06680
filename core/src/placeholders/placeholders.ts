export * from "./compileTemplate.ts";
export { liveTokens } from "./conditions.ts";
export { comparable, newPlaceholder, type Placeholder, tidy as tidyName } from "./grammar.ts";
export { escapeHtml } from "./htmlText.ts";
export { leadsNowhere } from "./links.ts";
export { type LookAlike, withDecodedBraces, withPlaceholders } from "./lookAlikes.ts";
export { conditionProblem, placeholderProblem, serializePlaceholder } from "./serialize.ts";
export { type ConditionToken, firstCompared, type PlaceholderToken, tokenize } from "./tokenize.ts";
export { isBlank, valueProblem } from "./writeValue.ts";
