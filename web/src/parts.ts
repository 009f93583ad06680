/** The page's components, theme and queries that the extension uses. No copies. */
import "./app/global.css";
import "./app/forcedColors.css";

export { MuiTheme } from "./app/MuiTheme.tsx";
export { tokenStyles } from "./app/tokens.ts";
export * from "./client.ts";
export { AirmailProgress, AirmailStripe } from "./components/AirmailStripe.tsx";
export { Brand } from "./components/Brand.tsx";
export { ConfirmProvider, useConfirm } from "./components/Confirm.tsx";
export { BlankLetter, ReturnedLetter } from "./components/Drawings.tsx";
export { EmptyState } from "./components/EmptyState.tsx";
export { ErrorNotice, Notice, QueryFailure } from "./components/ErrorNotice.tsx";
export { MailPreview } from "./components/MailPreview.tsx";
export { RecipientChips } from "./components/RecipientChips/RecipientChips.tsx";
export { StatusChip } from "./components/StatusChip.tsx";
export { TextArea } from "./components/TextArea.tsx";
export { ThemeSwitch } from "./components/ThemeSwitch.tsx";
export { VariableField } from "./components/VariableField/VariableField.tsx";
export { holdAsked, useSettings } from "./data/accountQueries.ts";
export { useConfig } from "./data/configQuery.ts";
export { usePictureSources } from "./data/pictureSources.ts";
export { usePreview } from "./data/previews.ts";
export { useSuppressedKeys } from "./data/suppressionQueries.ts";
export { readTemplatesAfter, useTemplate, useTemplates } from "./data/templateQueries.ts";
export { DomainQuestions } from "./features/send/check/DomainQuestions.tsx";
export { ReadingQuestions } from "./features/send/check/ListQuestions.tsx";
export { openReadings } from "./features/send/check/questionWords.ts";
export { SuppressedPeople } from "./features/send/check/Suppressed.tsx";
export { type Email, emailOf } from "./features/send/form/email.ts";
export { readList, type StoredList, writtenList } from "./features/send/form/storedList.ts";
export { emailValues } from "./features/send/preview/previewInput.ts";
export { useSameEmail } from "./features/send/question/largestEmail.ts";
export { questionFacts } from "./features/send/question/questionFacts.ts";
export {
  SendQuestionDialog,
  useSendQuestion,
} from "./features/send/question/SendQuestionDialog.tsx";
export { rowsToSkip } from "./features/send/question/sendQuestion.ts";
export { checkErrors } from "./features/send/submit/sendErrors.ts";
export { ListTable } from "./features/send/table/ListTable.tsx";
export { ValueLine } from "./features/send/values/ValueLine.tsx";
export { NameInAddress, NamesInAddresses, Readings } from "./features/send/values/Values.tsx";
export { gmailSentSearch } from "./lib/gmailSentSearch.ts";
export { isComposing } from "./lib/isComposing.ts";
export { createQueryClient } from "./lib/queryClient.ts";
export { useBringIntoView } from "./lib/useBringIntoView.ts";
export { useOnline } from "./lib/useOnline.ts";
export { useSession } from "./lib/useSession.ts";
export { useDeepStable } from "./lib/useStable.ts";
export { useSteady } from "./lib/useSteady.ts";
export { ABSENT, LATE, quotedReason, UNDONE } from "./sending/attemptMessages.ts";
export { emailContents } from "./sending/emailContents.ts";
export { allErrors, directErrors, type SendErrors, testErrors } from "./sending/errors.ts";
export { HoldNotice } from "./sending/panel/HoldNotice.tsx";
export { Results } from "./sending/panel/Results.tsx";
export { useScrollToOutcome } from "./sending/panel/SendPanel.tsx";
export { useRepeatGuard } from "./sending/repeat/useRepeatGuard.ts";
export { useSendFacts } from "./sending/sendFacts.ts";
