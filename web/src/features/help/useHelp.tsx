import { lazy, type ReactNode, Suspense, useState } from "react";

const HelpGuide = lazy(() => import("./HelpGuide.tsx"));

/** The guide and the way to open it. Its text is loaded when someone first opens it. */
export function useHelp(): { show: () => void; guide: ReactNode } {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  const guide = wanted && (
    <Suspense fallback={null}>
      <HelpGuide open={open} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { show, guide };
}
