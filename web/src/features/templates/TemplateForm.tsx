import DialogContent from "@mui/material/DialogContent";
import type { Limits, Template } from "@sendwright/core/contract";
import { withoutPictures } from "@sendwright/core/files/fit";
import { useDeferredValue, useLayoutEffect, useMemo, useRef } from "react";
import { flushSync } from "react-dom";
import { Loading } from "../../components/Loading.tsx";
import { later, preloadAll } from "../../components/later.tsx";
import { usePictureSources } from "../../data/pictureSources.ts";
import { focusFirstError } from "../../lib/focusFirstError.ts";
import type { TemplateSample } from "../../lib/templateEditorContext.ts";
import { useStable } from "../../lib/useStable.ts";
import { Fields } from "./Fields.tsx";
import styles from "./TemplateEditor.module.css";
import type { EditedAttachments } from "./useAttachments.ts";
import type { EditedFields } from "./useFields.ts";
import type { ShownNotice } from "./useNotice.ts";
import { FIELD_CHECK, onceCheckLoaded, type SaveState } from "./useSave.ts";

/** The parts after the editor's first frame. Their scripts load while that is drawn. */
const FurtherFields = later(() => import("./FurtherFields.tsx"), <Loading heights={[96]} />);
const EditorPreview = later(
  () => import("./EditorPreview.tsx"),
  <Loading what="the preview" heights={[320]} />,
);
preloadAll([FurtherFields, EditorPreview, FIELD_CHECK]);

const NOT_LOADED =
  "Save failed: a part of the page couldn't be loaded. Check your connection, then reload the page. Your text is kept.";

/** A narrow window shows either the form or the preview. */
export type Side = "write" | "preview";

interface Props {
  /** The template that is edited; null for a new one. */
  template: Template | null;
  fields: EditedFields;
  attachments: EditedAttachments;
  saving: SaveState;
  notice: ShownNotice;
  limits: Limits;
  /** Whether it is being saved or deleted. */
  isEnding: boolean;
  /** Whether nothing can be saved now. */
  isBusy: boolean;
  /** The preview's values; without them it uses sample values. */
  sample: TemplateSample | null;
  /** The placeholders in which rows of one email differ, to offer to repeat their lines. */
  repeat: readonly string[] | null;
  /** Null if both fit. */
  side: Side | null;
  onSide: (side: Side) => void;
}

/** The editor's content: fields, attachments and preview. */
export function TemplateForm(props: Props) {
  const {
    template,
    fields,
    attachments,
    saving,
    notice,
    limits,
    isEnding,
    isBusy,
    sample,
    repeat,
    side,
    onSide,
  } = props;
  const addresses = usePictureSources(fields.values.body, template, attachments.pictures);
  const pictures = useMemo(
    () => ({ addresses, add: attachments.addPicture }),
    [addresses, attachments.addPicture],
  );
  const previewed = useDeferredValue(fields.values);
  /** Whether the text is on the screen: the rest waits for its frame. */
  const isDrawn = useDeferredValue(true, false);
  const shows = (one: Side) => side === null || side === one;

  const content = useRef<HTMLDivElement>(null);
  /** How far the form was scrolled when the preview took its place. */
  const scrolled = useRef(0);
  useLayoutEffect(() => {
    if (content.current && side !== null)
      content.current.scrollTop = side === "write" ? scrolled.current : 0;
  }, [side]);

  const form = useRef<HTMLFormElement>(null);
  const save = useStable(() => {
    let refusal: string | null = null;
    // Drawn before the focus moves there: the error is at its field.
    flushSync(() => {
      onSide("write");
      if (!isBusy) refusal = saving.save();
    });
    if (refusal === null) return;
    notice.refuse(refusal);
    focusFirstError(form.current);
  });
  const failed = (error: unknown) => {
    console.error("The check of the fields isn't loaded:", error);
    notice.show("danger", NOT_LOADED);
  };
  // An editor that is closed while the check loads saves nothing.
  const saveIfOpen = () => {
    if (form.current) save();
  };

  return (
    <DialogContent
      ref={content}
      className={styles.desk ?? ""}
      onScroll={({ currentTarget }) => {
        if (side === "write") scrolled.current = currentTarget.scrollTop;
      }}
    >
      <form
        ref={form}
        id="template-form"
        className={styles.form}
        hidden={!shows("write")}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void onceCheckLoaded(saveIfOpen, failed);
        }}
      >
        <Fields
          fields={fields}
          limits={limits}
          problems={saving.problems}
          disabled={saving.isPending}
          pictures={pictures}
          columns={sample?.columns}
          repeat={repeat}
        />
        {isDrawn && (
          <FurtherFields
            fields={fields}
            attachments={attachments}
            limits={limits}
            error={saving.problems.find(({ field }) => field === "reply_to")?.message}
            disabled={saving.isPending}
            isEnding={isEnding}
            isNew={template === null && sample === null}
          />
        )}
      </form>
      {isDrawn && shows("preview") && (
        <EditorPreview
          values={previewed}
          variables={fields.variables}
          joining={fields.joining}
          sums={fields.sums}
          sample={sample}
          files={withoutPictures(attachments.counted)}
          pictures={addresses}
        />
      )}
    </DialogContent>
  );
}
