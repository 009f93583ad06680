/** What page and extension use of the core; the server imports the files themselves. */
export {
  type Attempt,
  type AttemptEvent,
  attempt,
  IDLE,
  isGoingOn,
  isUncertain,
  type News,
} from "./attempt/attempt.ts";
export { type Hold, holdOf, untilLook } from "./attempt/hold.ts";
export { newsIn, type Waiting } from "./attempt/news.ts";
export { certainAt, isRemembered, pauseBefore } from "./attempt/patience.ts";
export { isBodyTooLong, isEmptyBody, textLength } from "./body/length.ts";
export { linkTarget } from "./body/links.ts";
export { MAIL_BASE_STYLE, MAIL_INDENT, MAIL_STYLES } from "./body/styles.ts";
export { type CheckRowsInput, checkRecipients, checkRows } from "./check/checkRows.ts";
export { nearlyNamedColumns } from "./check/columns.ts";
export { bodyTooLong, checkTemplateFields, type FieldProblem, validationFailed } from "./check/templateFields.ts";
export {
  type CheckedRow,
  type CheckResult,
  type DateQuestion,
  type MomentColumn,
  type Problem,
  type ProblemKind,
  rowValues,
} from "./check/types.ts";
export { checkValues } from "./check/values.ts";
export { readBlock } from "./csv/block.ts";
export { csvDetectionLabel, DELIMITER_NAMES, ENCODING_NAMES, guessRecipientColumn } from "./csv/columns.ts";
export { guessType } from "./csv/guessType.ts";
export { type CsvOptions, type CsvTable, readCsv } from "./csv/readCsv.ts";
export { sampleCsv, writeCsv } from "./csv/write.ts";
export { formatDate, fullYear, readDate, readNumericDate } from "./dates/dates.ts";
export { columnOrder, formatOrder, isCertain } from "./dates/order.ts";
export { formatTime } from "./dates/times.ts";
export { attachmentProblems, attachmentsFull, fitFiles, manualAttachmentProblems, totalSize } from "./files/fit.ts";
export { additionalSkipMessage, cannotAddAllFiles, templateSkipMessage } from "./files/messages.ts";
export { formatBytes } from "./files/size.ts";
export { countsUntil } from "./hours/countsUntil.ts";
export { ownTimeZone } from "./hours/hours.ts";
export {
  type ConditionToken,
  compileTemplate,
  escapeHtml,
  isBlank,
  type Placeholder,
  type PlaceholderToken,
  parseTemplate,
  placeholderProblem,
  serializePlaceholder,
  tidyName,
  tokenize,
  valueProblem,
} from "./placeholders/index.ts";
export { afterEnd } from "./recipients/afterEnd.ts";
export { splitRecipients } from "./recipients/list.ts";
export { namePart } from "./recipients/personName.ts";
export {
  addressKey,
  formatRecipient,
  isEmailAddress,
  parseRecipient,
  type RecipientText,
  recipientKey,
  recipientText,
} from "./recipients/recipients.ts";
export { type Correctable, correctedRows, toCorrect } from "./sends/correctable.ts";
export {
  countsSentence,
  directSendFailure,
  isAllSent,
  isOpen,
  isReached,
  meantOf,
  partDone,
  tallyOf,
} from "./sends/counts.ts";
export { isTooFarAhead } from "./sends/schedule.ts";
