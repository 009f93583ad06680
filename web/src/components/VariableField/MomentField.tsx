import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { formatDate } from "@sendwright/core/dates/dates";
import { fieldFormat } from "@sendwright/core/dates/fields";
import { dateStyleOf } from "@sendwright/core/dates/formats";
import { formatTime } from "@sendwright/core/dates/times";
import { lazy, Suspense } from "react";
import { Loading } from "../Loading.tsx";
import type { MomentProps } from "./MomentValue.tsx";

// The calendar is as large as the rest of the screen; only templates with a date or time need it,
// and no phone does.
const MomentValue = lazy(() => import("./MomentValue.tsx"));

interface Props extends MomentProps {
  /**
   * Whether the value goes into the email; then a field with another format says how it looks
   * there.
   */
  isInEmail?: boolean;
}

/** A date or a time: in the device's own field under a finger, in ours under a mouse. */
export function MomentField({ isInEmail = false, ...moment }: Props) {
  const isTouched = useMediaQuery("(pointer: coarse)", { noSsr: true });
  const { type, formats, value } = moment;
  const written =
    type === "date"
      ? formatDate(value, { ...dateStyleOf(formats), order: "mdy" }).text
      : formatTime(value, formats.timeFormat).text;
  const isOther = isTouched || (type === "date" && fieldFormat(formats) !== formats.dateFormat);
  const helperText =
    moment.helperText || (isInEmail && isOther && value !== "" && `In the email: ${written}`);
  if (isTouched) return <OwnMoment {...moment} helperText={helperText} />;
  return (
    <Suspense fallback={<Loading heights={[68]} />}>
      <MomentValue {...moment} helperText={helperText} />
    </Suspense>
  );
}

function OwnMoment({ onAsTyped: _, describedBy, formats: __, ...props }: MomentProps) {
  const { onChange, onLeave, ...field } = props;
  return (
    <TextField
      {...field}
      onChange={({ target }) => onChange(target.value, false)}
      onBlur={({ target }) => {
        // Half filled in, it has no value yet.
        if (target.validity.badInput) onChange("", true);
        onLeave();
      }}
      {...(describedBy && { slotProps: { htmlInput: { "aria-describedby": describedBy } } })}
    />
  );
}
