import type { ExportState } from "@sendwright/core/contract";
import { formatBytes } from "@sendwright/core/files/fit";
import { withCommas } from "@sendwright/core/withCommas";
import { Download } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useToast } from "../../components/Toasts.tsx";
import { useExport, useStartExport } from "../../data/accountChanges.ts";
import { downloadFrom } from "../../lib/download.ts";
import { errorMessage } from "../../lib/errorMessage.ts";
import { clockTime } from "../../lib/when.ts";
import styles from "./AccountMenu.module.css";

const FAILED = "We couldn't prepare your data. Please try again.";
const READY = "Your data is ready. To download it, open the account menu.";
const GONE = "This file has been deleted. Choose “Download my data” for a new one.";

/**
 * The person's export: as it is, and what to do with it. Says how it ends unless the menu is open,
 * which shows it.
 */
export function useExporting(isOpen: boolean) {
  const toast = useToast();
  const { data: made, refetch } = useExport(isOpen);
  const starting = useStartExport();
  useEndNotice(made?.state, isOpen);

  // Waited for here and not in callbacks: the menu may be closed by the time of the answer.
  const withErrorToast = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast(errorMessage(error), { variant: "danger" });
    }
  };
  const start = () => withErrorToast(async () => void (await starting.mutateAsync()));
  // Each download asks for a new address: one that the page got earlier may be over.
  const save = () =>
    withErrorToast(async () => {
      const { data: now } = await refetch({ throwOnError: true });
      if (now?.state === "ready") downloadFrom(now.address);
      else toast(GONE, { variant: "warning" });
    });
  return {
    made,
    isStarting: starting.isPending,
    start: () => void start(),
    save: () => void save(),
  };
}

const MB = 1024 * 1024;
const megabytes = (bytes: number) => withCommas(Math.round(bytes / MB));

/** A copy of the person's data: asks for it, shows how far it is, and downloads it. */
export function ExportRow({ made, isStarting, start, save }: ReturnType<typeof useExporting>) {
  const id = useId();
  const ready = made?.state === "ready" ? made : null;
  const work = made?.state === "working" && made.total >= MB && !isStarting ? made : null;
  const isBusy = isStarting || made?.state === "working";
  const busyWords = work
    ? `Preparing your data: ${megabytes(work.done)} of ${megabytes(work.total)} MB`
    : "Preparing your data";
  const words = ready ? `Download your data (${formatBytes(ready.bytes)})` : "Download my data";
  return (
    <>
      {/* One button in all states: it keeps the focus. */}
      <button
        id={id}
        type="button"
        className={styles.row}
        aria-disabled={isBusy}
        onClick={() => !isBusy && (ready ? save() : start())}
      >
        <Download size={18} aria-hidden />
        {isBusy ? busyWords : words}
      </button>
      {work && (
        <div
          role="progressbar"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={work.total}
          aria-valuenow={work.done}
          className={`${styles.meter} ${styles.below}`}
        >
          <div className={styles.used} style={{ width: `${(100 * work.done) / work.total}%` }} />
        </div>
      )}
      {ready && <p className={`hint ${styles.below}`}>Ready until {clockTime(ready.until)}</p>}
      {made?.state === "failed" && !isBusy && <p className={`hint ${styles.below}`}>{FAILED}</p>}
    </>
  );
}

function useEndNotice(state: ExportState["state"] | undefined, isShown: boolean): void {
  const toast = useToast();
  const before = useRef(state);
  useEffect(() => {
    const hasEnded = before.current === "working" && state !== undefined && state !== "working";
    before.current = state;
    if (!hasEnded || isShown) return;
    if (state === "ready") toast(READY, { variant: "success", duration: 10_000 });
    if (state === "failed") toast(FAILED, { variant: "danger" });
  }, [state, isShown, toast]);
}
