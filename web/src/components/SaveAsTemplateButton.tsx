import { useId } from "react";
import { Button, type ButtonProps } from "./Button.tsx";

interface Props extends Pick<ButtonProps, "disabled" | "onClick" | "startIcon"> {
  /** Why there is no room for another template; null if there is. */
  full: string | null;
}

/** Saves an email as a template; disabled, with the reason, while there is no room for one. */
export function SaveAsTemplateButton({ full, disabled = false, ...button }: Props) {
  const id = useId();
  return (
    <>
      <Button
        size="small"
        {...button}
        disabled={full !== null || disabled}
        aria-describedby={full === null ? undefined : id}
      >
        Save as template
      </Button>
      {full !== null && (
        <span id={id} className="hint">
          {full}
        </span>
      )}
    </>
  );
}
