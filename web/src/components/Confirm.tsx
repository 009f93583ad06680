import { createContext, type ReactNode, useCallback, useContext, useState } from "react";
import type { ConfirmQuestion } from "./ConfirmDialog.tsx";
import { later } from "./later.tsx";

export const ConfirmDialog = later(() => import("./ConfirmDialog.tsx"));

type Ask = (question: ConfirmQuestion) => Promise<boolean>;

const ConfirmContext = createContext<Ask | null>(null);

interface OpenConfirm {
  question: ConfirmQuestion;
  answer: (yes: boolean) => void;
}

/** Holds the one question that a page may ask at a time. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<OpenConfirm | null>(null);
  const [open, setOpen] = useState(false);
  const ask = useCallback<Ask>(
    (question) =>
      new Promise((resolve) => {
        setAsked({ question, answer: resolve });
        setOpen(true);
      }),
    [],
  );
  const answer = (yes: boolean) => {
    setOpen(false);
    asked?.answer(yes);
  };
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && <ConfirmDialog question={asked.question} open={open} onAnswer={answer} />}
    </ConfirmContext>
  );
}

/** The function that asks: `if (await confirm({title, text, action: "Delete"})) …`. */
export function useConfirm(): Ask {
  const ask = useContext(ConfirmContext);
  if (!ask) throw new Error("useConfirm needs a ConfirmProvider above it.");
  return ask;
}
