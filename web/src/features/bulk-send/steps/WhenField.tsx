import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense } from "react";
import { Segmented } from "../../../components/Segmented.tsx";
import type { When } from "../form/bulkForm.ts";
import styles from "./steps.module.css";

const StartPicker = lazy(() => import("../../../sending/StartPicker.tsx"));

const KINDS = [
  { value: "now", word: "Send now" },
  { value: "later", word: "Send later" },
] as const;

interface Props {
  when: When;
  onChange: (when: When) => void;
}

/** Now, or at a time of the person's choice. */
export function WhenField({ when, onChange }: Props) {
  return (
    <div className={styles.when}>
      <Segmented
        label="When"
        value={when.kind}
        options={KINDS}
        onChange={(kind) => onChange(kind === "now" ? { kind } : { kind, at: null })}
      />
      {when.kind === "later" && (
        <Suspense fallback={<Skeleton variant="rounded" height={64} animation={false} />}>
          <StartPicker at={when.at} onChange={(at) => onChange({ kind: "later", at })} />
        </Suspense>
      )}
    </div>
  );
}
