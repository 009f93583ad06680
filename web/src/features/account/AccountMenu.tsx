import Button from "@mui/material/Button";
import { ChevronDown, CircleUserRound } from "lucide-react";
import { useRef, useState } from "react";
import items from "../../components/barItems.module.css";
import { later } from "../../components/later.tsx";
import type { AccountProps } from "./AccountPanel.tsx";

// The first tab needs neither.
export const AccountPanel = later(() => import("./AccountPanel.tsx"));
const SettingsDialog = later(() => import("./SettingsDialog.tsx"));

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
