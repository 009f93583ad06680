export { isBlank } from "../isBlank.ts";
export { type CompiledTemplate, compileTemplate } from "./compileTemplate.ts";
export { type LiveToken, liveTokens } from "./conditions.ts";
export { shownValue } from "./emailTrees.ts";
export { comparable, newPlaceholder, type Placeholder, tidy as tidyName } from "./grammar.ts";
export { escapeHtml } from "./htmlText.ts";
export { leadsNowhere } from "./links.ts";
export { type LookAlike, withDecodedBraces, withPlaceholders } from "./lookAlikes.ts";
export {
  GRAMMAR,
  type ParsedTemplate,
  parseTemplate,
  type TemplateSource,
} from "./parseTemplate.ts";
export { isRepeatTag } from "./repeated.ts";
export { conditionProblem, placeholderProblem, serializePlaceholder } from "./serialize.ts";
export {
  type ConditionToken,
  firstCompared,
  type PlaceholderToken,
  placeholderNames,
  tokenize,
} from "./tokenize.ts";
export { valueProblem } from "./writeValue.ts";
