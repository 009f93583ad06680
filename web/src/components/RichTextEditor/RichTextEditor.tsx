import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense } from "react";
import type { BodyFieldProps } from "./BodyField.tsx";

const BodyField = lazy(() => import("./BodyField.tsx"));

/** The body's editor; its code is loaded when one is first shown. */
export function RichTextEditor(props: BodyFieldProps) {
  return (
    <Suspense fallback={<Loading />}>
      <BodyField {...props} />
    </Suspense>
  );
}

function Loading() {
  return <Skeleton role="status" aria-label="Loading the editor" variant="rounded" height={320} animation={false} />;
}
