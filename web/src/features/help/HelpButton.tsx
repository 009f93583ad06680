import Button from "@mui/material/Button";
import { CircleQuestionMark } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import bar from "../../components/bar.module.css";
import items from "../../components/barItems.module.css";

const HelpGuide = lazy(() => import("./HelpGuide.tsx"));

/** Opens the guide; its text is loaded with the first click. */
export function HelpButton() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Button
        variant="text"
        className={items.item ?? ""}
        aria-haspopup="dialog"
        title="Need Help?"
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
      >
        <CircleQuestionMark size={18} aria-hidden />
        <span className={bar.word}>Need Help?</span>
      </Button>
      {wanted && (
        <Suspense fallback={null}>
          <HelpGuide open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
