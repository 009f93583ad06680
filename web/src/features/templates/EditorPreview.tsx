import { isBodyTooLong } from "@sendwright/core/body/length";
import type { TemplateFields, Variable } from "@sendwright/core/contract";
import { type Formats, formatsOf } from "@sendwright/core/dates/formats";
import { differenceIn, differentValues } from "@sendwright/core/list/differentValues";
import { previewedDate } from "@sendwright/core/list/moments";
import { firstCompared } from "@sendwright/core/placeholders";
import { listInWords } from "@sendwright/core/pluralize";
import { memo, useMemo } from "react";
import { BlankLetter } from "../../components/Drawings.tsx";
import { EmptyState } from "../../components/EmptyState.tsx";
import { Notice, PreviewFailure } from "../../components/ErrorNotice.tsx";
import { Loading } from "../../components/Loading.tsx";
import { MailPreview } from "../../components/MailPreview.tsx";
import { useLimits } from "../../data/configQuery.ts";
import { type PreviewInput, previewAdvice, usePreview } from "../../data/previews.ts";
import { beginsLink, SAMPLE_LINK } from "../../lib/beginsLink.ts";
import type { PictureSources } from "../../lib/showPictures.ts";
import type { TemplateSample } from "../../lib/templateEditorContext.ts";
import { useSession } from "../../lib/useSession.ts";
import { useDeepStable } from "../../lib/useStable.ts";
import { useSteady } from "../../lib/useSteady.ts";
import styles from "./TemplateEditor.module.css";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";

/** The texts of the two sample rows. */
type Sample = readonly [first: string, second: string];

const AMOUNTS: Sample = ["120", "80"];
/** The sample texts for a placeholder, by a word in its name; the first match counts. */
const BY_NAME: readonly (readonly [RegExp, Sample])[] = [
  [/first.?name|given.?name|vorname/i, ["Ada", "Charles"]],
  [/last.?name|family.?name|surname|nachname/i, ["Lovelace", "Babbage"]],
  [/company|organi[sz]ation|firm/i, ["Analytical Engines", "Difference Engines"]],
  [/name$/i, ["Ada Lovelace", "Charles Babbage"]],
  [/amount|price|total|sum|fee|cost/i, AMOUNTS],
  [/link|url|website/i, [SAMPLE_LINK, SAMPLE_LINK]],
  [/city|place|venue|town/i, ["Delft", "Turin"]],
  [/number|\bno\b|\bid\b/i, ["1024", "1025"]],
];

/** Days that can't be a month, so that the preview shows which number is which. */
const SAMPLE_DAYS: Sample = ["28", "27"];

function samplesOf({ name, type, options }: Variable, today: Date): Sample {
  const month = String(today.getMonth() + 1).padStart(2, "0");
  const dayOf = (day: string) => [today.getFullYear(), month, day].join("-");
  if (type === "date") return [dayOf(SAMPLE_DAYS[0]), dayOf(SAMPLE_DAYS[1])];
  if (type === "time") return ["14:30", "15:30"];
  if (type === "email") return ["ada@example.org", "charles@example.org"];
  const [first = name, second = first] = options;
  if (type === "dropdown") return [first, second];
  return BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? [name, `${name} 2`];
}

/** A value for each variable of an email with this body, made up unless it is known. */
export function sampleValues(
  variables: readonly Variable[],
  body: string,
  known: ReadonlyMap<string, string> = new Map(),
  today = new Date(),
): Record<string, string> {
  // A text with a condition is shown.
  const compared = firstCompared(body);
  const made = (variable: Variable) =>
    beginsLink(body, variable.name)
      ? SAMPLE_LINK
      : (compared.get(variable.name) ?? samplesOf(variable, today)[0]);
  return Object.fromEntries(
    variables.map((variable) => [variable.name, known.get(variable.name) ?? made(variable)]),
  );
}

/** As `sampleValues`, for each row of an email for several. */
export function sampleRows(
  variables: readonly Variable[],
  body: string,
  { joining, sums }: Pick<EditedFields, "joining" | "sums">,
  sample: TemplateSample | null,
  today = new Date(),
): Record<string, string>[] {
  if (joining === null || sample) {
    const known = (joining && sample?.family?.rows) || [sample?.values];
    return known.map((values) =>
      sampleValues(variables, body, sample ? withDates(values, variables, sample) : values, today),
    );
  }
  return ([0, 1] as const).map((row) => {
    const made = variables.flatMap((variable): [string, string][] => {
      const { name } = variable;
      if (sums.has(name)) return [[name, AMOUNTS[row]]];
      const isOwn = row > 0 && !joining.common.has(name) && !beginsLink(body, name);
      return isOwn ? [[name, samplesOf(variable, today)[row]]] : [];
    });
    return sampleValues(variables, body, new Map(made), today);
  });
}

/** A row's values, with its dates as their columns are read, in a format that is read only one way. */
function withDates(
  values: ReadonlyMap<string, string> = new Map(),
  variables: readonly Variable[],
  { dateOrders }: TemplateSample,
): ReadonlyMap<string, string> {
  const dates = variables.filter(({ name, type }) => type === "date" && values.has(name));
  const openDates = new Set(dates.flatMap(({ name }) => (dateOrders.has(name) ? [] : name)));
  return new Map([
    ...values,
    ...dates.map((variable): [string, string] => [
      variable.name,
      previewedDate(variable, values.get(variable.name) ?? "", { dateOrders, openDates }, "iso"),
    ]),
  ]);
}

/** Which values an email is filled in with. */
function captionOf(
  rows: number,
  sample: TemplateSample | null,
  variables: readonly Variable[],
): string {
  if (!sample) return `Filled in with sample values${rows > 1 ? " for two rows" : ""}.`;
  const ofOne = sample.isFirst ? "the first row of" : `the row of ${sample.to || "one person"} in`;
  const which = rows > 1 ? `the ${rows} rows of ${sample.family?.to} in` : ofOne;
  const filled = `Filled in with ${which} ${sample.from}. Its columns are your placeholders.`;
  const made = variables.filter(({ name }) => !sample.values.has(name));
  if (made.length === 0) return filled;
  const names = listInWords(made.map(({ name }) => `"${name}"`));
  return made.length === 1
    ? `${filled} ${names} isn't one of them, and has a sample value.`
    : `${filled} ${names} aren't among them, and have sample values.`;
}

/**
 * Names the placeholders that the email shows once although their values differ between its rows,
 * and the ways out; null if the values agree. In a list, such rows are an error.
 */
function differenceWords(
  { rows = [], variables: first }: Pick<PreviewInput, "rows" | "variables">,
  { variables, joining, sums }: Pick<EditedFields, "variables" | "joining" | "sums">,
  formats: Formats,
): string | null {
  if (joining === null) return null;
  const different = variables.flatMap((variable) => {
    const values = [first, ...rows].map((row) => row[variable.name] ?? "");
    return differenceIn(joining, variable, values, formats) ?? [];
  });
  if (different.length === 0) return null;
  return `This email can't be sent: these rows have different ${differentValues(different, joining, sums)}`;
}

interface Props extends Pick<EditedFields, "joining" | "sums"> {
  /** The fields a moment ago: typing doesn't wait for the preview. */
  values: TemplateFields;
  variables: EditedFields["variables"];
  /** The values, if the template is written for a list. */
  sample: TemplateSample | null;
  /** The files that go with it. */
  files: EditedAttachments["counted"];
  pictures: PictureSources;
}

const SAMPLE_ADDRESS = "ada@example.org";

/**
 * The email as it will arrive, beside the editor: the server renders it with sample values when the
 * typing pauses.
 */
export default memo(function EditorPreview({
  values,
  variables,
  joining,
  sums,
  sample,
  files,
  pictures,
}: Props) {
  const { user } = useSession();
  const limits = useLimits();
  const { subject, body, signature } = values;
  const formats = useDeepStable(formatsOf(values));
  const input = useMemo(() => {
    if ((subject.trim() === "" && body === "") || isBodyTooLong(body, limits)) return null;
    const [first = {}, ...rows] = sampleRows(variables, body, { joining, sums }, sample);
    const email = { template_id: "", subject, body, ...formats, signature, variables: first };
    const forms = [...(sample?.numberForms ?? [])].filter(([name]) => sums.has(name));
    return {
      ...email,
      ...(rows.length > 0 && { rows }),
      ...(forms.length > 0 && { number_forms: Object.fromEntries(forms) }),
    };
  }, [subject, body, formats, signature, variables, joining, sums, sample, limits]);
  const steady = useSteady(input);
  const difference = useMemo(
    () => steady && sample && differenceWords(steady, { variables, joining, sums }, formats),
    [steady, sample, variables, joining, sums, formats],
  );
  const preview = usePreview(steady);
  const mail = input && preview.data;
  const rows = 1 + (steady?.rows?.length ?? 0);

  return (
    <div className={`stack ${styles.preview}`} aria-busy={preview.isFetching}>
      {input && preview.error && (
        <PreviewFailure
          error={preview.error}
          advice={previewAdvice(preview.error)}
          isFetching={preview.isFetching}
          refetch={preview.refetch}
        />
      )}
      {difference && <Notice variant="warning">{difference}</Notice>}
      {input && preview.isPending && <Loading what="the preview" heights={[320]} />}
      {!input && (
        <div className={styles.blank}>
          <EmptyState
            drawing={<BlankLetter />}
            sentence="As you write, the preview shows the email as it will arrive."
          />
        </div>
      )}
      {mail && (
        <MailPreview
          from={user?.email ?? ""}
          to={(rows > 1 ? sample?.family?.to : sample?.to) || SAMPLE_ADDRESS}
          subject={mail.rendered_subject}
          html={mail.rendered_body_html}
          text={mail.rendered_text}
          attachments={files}
          pictures={pictures}
          caption={captionOf(rows, sample, variables)}
        />
      )}
    </div>
  );
});
