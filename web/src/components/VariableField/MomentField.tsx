import TextField from "@mui/material/TextField";
import useMediaQuery from "@mui/material/useMediaQuery";
import { formatDate } from "@sendwright/core/dates/dates";
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
   * Whether the value goes into the email; then the phone's own field, which has its own format,
   * says how it looks there.
   */
  isInEmail?: boolean;
}

/** A date or a time: in the device's own field under a finger, in ours under a mouse. */
export function MomentField({ isInEmail = false, ...moment }: Props) {
  const isTouched = useMediaQuery("(pointer: coarse)", { noSsr: true });
  if (isTouched) return <OwnMoment {...moment} isInEmail={isInEmail} />;
  return (
    <Suspense fallback={<Loading heights={[68]} />}>
      <MomentValue {...moment} />
    </Suspense>
  );
}

function OwnMoment({ isInEmail, onAsTyped: _, describedBy, ...props }: Props) {
  const { type, formats, value, onChange, onLeave, helperText, ...field } = props;
  const written =
    type === "date"
      ? formatDate(value, { ...dateStyleOf(formats), order: "mdy" }).text
      : formatTime(value, formats.timeFormat).text;
  return (
    <TextField
      {...field}
      type={type}
      value={value}
      onChange={({ target }) => onChange(target.value, false)}
      onBlur={({ target }) => {
        // Half filled in, it has no value yet.
        if (target.validity.badInput) onChange("", true);
        onLeave();
      }}
      helperText={helperText || (isInEmail && value !== "" && `In the email: ${written}`)}
      {...(describedBy && { slotProps: { htmlInput: { "aria-describedby": describedBy } } })}
    />
  );
}
