import Button from "@mui/material/Button";
import { ChevronDown, CircleUserRound } from "lucide-react";
import { lazy, type ReactNode, Suspense, useRef, useState } from "react";
import items from "../../components/barItems.module.css";

// The first tab needs neither.
const AccountPanel = lazy(() => import("./AccountPanel.tsx"));
const SettingsDialog = lazy(() => import("./SettingsDialog.tsx"));

export interface AccountProps {
  email: string;
  name: string;
  /** What a phone has here and a desk beside this menu: buttons and links. */
  children: ReactNode;
}

/** The signed-in address; opens what there is to know and do about the account, on a phone as a sheet. */
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
      <Suspense fallback={null}>
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
      </Suspense>
      {areSettingsOpen && (
        <Suspense fallback={null}>
          <SettingsDialog
            onClose={() => {
              setSettingsOpen(false);
              anchor.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
