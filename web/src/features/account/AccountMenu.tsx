import { ChevronDown, CircleUserRound } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "../../components/Button.tsx";
import items from "../../components/barItems.module.css";
import { later } from "../../components/later.tsx";
import { SuppressionsContext } from "../../lib/suppressionsContext.ts";
import type { AccountProps } from "./AccountPanel.tsx";

// The first tab needs none of them.
export const AccountPanel = later(() => import("./AccountPanel.tsx"));
const SettingsDialog = later(() => import("./SettingsDialog.tsx"));
const SuppressionsDialog = later(() => import("./SuppressionsDialog.tsx"));

/**
 * The signed-in address; opens what there is to know and do about the account, on a phone as a
 * sheet.
 */
export function AccountMenu({ email, name, children }: AccountProps) {
  const [open, setOpen] = useState(false);
  const [hasOpened, setOpened] = useState(false);
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button
        ref={anchor}
        variant="text"
        className={`${items.item} ${items.account}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Account: ${email}`}
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        <CircleUserRound size={18} aria-hidden />
        <span className={items.email}>{email}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      {hasOpened && (
        <AccountPanel
          open={open}
          anchor={() => anchor.current}
          email={email}
          name={name}
          onSettings={() => setSettingsOpen(true)}
          onClose={() => setOpen(false)}
        >
          {children}
        </AccountPanel>
      )}
      {areSettingsOpen && (
        <SettingsDialog
          onClose={() => {
            setSettingsOpen(false);
            anchor.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** Lets menus and screens open "People you don't email", without leaving their content. */
export function SuppressionsProvider({ children }: { children: ReactNode }) {
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  return (
    <SuppressionsContext value={setOpener}>
      {children}
      {opener && <SuppressionsDialog opener={opener} onClose={() => setOpener(null)} />}
    </SuppressionsContext>
  );
}
