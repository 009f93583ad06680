import { useState } from "react";
import { type DemoPreview, previewDemo } from "../../data/demo.ts";
import { BLANK, checkDemo, type DemoValues } from "./demoValues.ts";

type State = { is: "idle" | "generating" } | { is: "preview"; preview: DemoPreview } | { is: "error"; message: string };

/** The demo's form: idle, then generating, then a preview or an error. Editing a field clears both. */
export function useDemo() {
  const [values, setValues] = useState(BLANK);
  const [state, setState] = useState<State>({ is: "idle" });
  const [blank, setBlank] = useState<readonly (keyof DemoValues)[]>([]);
  const [invalidEmail, setInvalidEmail] = useState(false);

  const edit = (field: keyof DemoValues, value: string) => {
    setValues((now) => ({ ...now, [field]: value }));
    setState({ is: "idle" });
    if (field === "recipientEmail") setInvalidEmail(false);
    setBlank((now) => now.filter((one) => one !== field));
  };
  const generate = async () => {
    const checked = checkDemo(values);
    if ("message" in checked) {
      setInvalidEmail(checked.email);
      setBlank(checked.blank);
      setState({ is: "error", message: checked.message });
      return;
    }
    setInvalidEmail(false);
    setBlank([]);
    setState({ is: "generating" });
    try {
      setState({ is: "preview", preview: await previewDemo(checked) });
    } catch (error) {
      setState({ is: "error", message: error instanceof Error ? error.message : "Preview generation failed." });
    }
  };
  const close = () => setState({ is: "idle" });

  /** The missing fields, as of the last click. */
  const missing = (field: keyof DemoValues) => (blank.includes(field) ? "Fill this in." : undefined);

  return { values, missing, state, invalidEmail, edit, generate, close };
}
