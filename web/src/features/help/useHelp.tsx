import { type ReactNode, useState } from "react";
import { later } from "../../components/later.tsx";

const HelpGuide = later(() => import("./HelpGuide.tsx"));

/** The guide and a function that opens it. Its text is loaded when someone first opens it. */
export function useHelp(): { show: () => void; guide: ReactNode } {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  const guide = wanted && <HelpGuide open={open} onClose={() => setOpen(false)} />;
  return { show, guide };
}
