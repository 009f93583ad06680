import { textLength } from "@sendwright/core/body/length";
import type { Limits } from "@sendwright/core/contract";
import { useMemo } from "react";
import styles from "./TemplateEditor.module.css";

/** From this part of the limit on, the length is worth knowing. */
const NEAR = 0.8;

/** How long the body is, once it comes near its limit. */
export function BodyLength({ body, limits }: { body: string; limits: Limits }) {
  const length = useMemo(() => textLength(body), [body]);
  const most = limits.MAX_BODY_LENGTH;
  if (length < most * NEAR) return null;
  return (
    <p className={styles.length}>
      {length.toLocaleString("en")} of {most.toLocaleString("en")} characters
    </p>
  );
}
