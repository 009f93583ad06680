import { lazy, Suspense } from "react";
import { Loading } from "../Loading.tsx";
import type { RichTextFieldProps } from "./RichTextField.tsx";

const RichTextField = lazy(() => import("./RichTextField.tsx"));

/** The body's editor; its code is loaded when one is first shown. */
export function RichTextEditor(props: RichTextFieldProps) {
  return (
    <Suspense fallback={<Loading what="the editor" heights={[320]} />}>
      <RichTextField {...props} />
    </Suspense>
  );
}
