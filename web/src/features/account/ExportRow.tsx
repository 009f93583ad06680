import type { ExportState } from "@sendwright/core/contract";
import { formatBytes } from "@sendwright/core/files/fit";
import { withCommas } from "@sendwright/core/withCommas";
import { Download } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useToast } from "../../components/Toasts.tsx";
import { useExport, useStartExport } from "../../data/accountQueries.ts";
import { downloadFrom } from "../../lib/download.ts";
import { clockTime } from "../../sending/when.ts";
import styles from "./AccountMenu.module.css";

const FAILED = "We couldn't prepare your data. Please try again.";
const READY = "Your data is ready. To download it, open the account menu.";
const GONE = "This file has been deleted. Choose “Download my data” for a new one.";

/** The person's export: as it is, and what to do with it. Says how it ends unless the menu is open, which shows it. */
export function useExporting(isOpen: boolean) {
  const toast = useToast();
  const { data: made, refetch } = useExport(isOpen);
  const starting = useStartExport();
  useEndNotice(made?.state, isOpen);

  // Waited for here and not in callbacks: the menu may be closed by the time of the answer.
  const telling = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { variant: "danger" });
    }
  };
  const start = () => telling(async () => void (await starting.mutateAsync()));
  // Each download asks for a new address: one that the page got earlier may be over.
  const save = () =>
    telling(async () => {
      const { data: now } = await refetch({ throwOnError: true });
      if (now?.state === "ready") downloadFrom(now.address);
      else toast(GONE, { variant: "warning" });
    });
  return { made, isStarting: starting.isPending, start: () => void start(), save: () => void save() };
}

/** A copy of the person's data: asks for it, shows how far it is, and downloads it. */
export function ExportRow({ made, isStarting, start, save }: ReturnType<typeof useExporting>) {
  if (isStarting) return <Preparing done={0} total={0} />;
  if (made?.state === "working") return <Preparing {...made} />;
  const isReady = made?.state === "ready";
  return (
    <>
      <button type="button" className={styles.row} onClick={isReady ? save : start}>
        <Download size={18} aria-hidden />
        {isReady ? `Download your data (${formatBytes(made.bytes)})` : "Download my data"}
      </button>
      {isReady && <p className={`hint ${styles.below}`}>Ready until {clockTime(made.until)}</p>}
      {made?.state === "failed" && <p className={`hint ${styles.below}`}>{FAILED}</p>}
    </>
  );
}

const megabytes = (bytes: number) => withCommas(Math.round(bytes / 1024 / 1024));

function Preparing({ done, total }: { done: number; total: number }) {
  const id = useId();
  return (
    <div className={styles.preparing}>
      <p id={id} className={styles.row}>
        <Download size={18} aria-hidden />
        {total < 1024 * 1024
          ? "Preparing your data"
          : `Preparing your data: ${megabytes(done)} of ${megabytes(total)} MB`}
      </p>
      {total >= 1024 * 1024 && (
        <div
          role="progressbar"
          aria-labelledby={id}
          aria-valuemin={0}
          aria-valuemax={total}
          aria-valuenow={done}
          className={styles.meter}
        >
          <div className={styles.used} style={{ width: `${(100 * done) / total}%` }} />
        </div>
      )}
    </div>
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
