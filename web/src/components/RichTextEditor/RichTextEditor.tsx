import { lazy, Suspense } from "react";
import { Loading } from "../Loading.tsx";
import type { BodyFieldProps } from "./BodyField.tsx";

const BodyField = lazy(() => import("./BodyField.tsx"));

/** The body's editor; its code is loaded when one is first shown. */
export function RichTextEditor(props: BodyFieldProps) {
  return (
    <Suspense fallback={<Loading what="the editor" heights={[320]} />}>
      <BodyField {...props} />
    </Suspense>
  );
}
