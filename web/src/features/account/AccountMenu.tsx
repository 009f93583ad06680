import Button from "@mui/material/Button";
import Popover from "@mui/material/Popover";
import { ChevronDown, CircleUserRound } from "lucide-react";
import { lazy, Suspense, useId, useRef, useState } from "react";
import items from "../../components/barItems.module.css";
import { AccountPanel } from "./AccountPanel.tsx";

/** With its fields, which the first tab needs none of. */
const SettingsDialog = lazy(() => import("./SettingsDialog.tsx"));

/** The signed-in address; opens what there is to know and do about the account. */
export function AccountMenu({ email, name }: { email: string; name: string }) {
  const [open, setOpen] = useState(false);
  const [areSettingsOpen, setSettingsOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <Button
        ref={anchor}
        variant="text"
        className={`${items.item} ${items.account}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`Account: ${email}`}
        onClick={() => setOpen(true)}
      >
        <CircleUserRound size={18} aria-hidden />
        <span className={items.email}>{email}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <Popover
        open={open}
        onClose={() => setOpen(false)}
        anchorEl={() => anchor.current}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
        slotProps={{ paper: { role: "dialog", "aria-labelledby": id } }}
      >
        <AccountPanel
          titleId={id}
          email={email}
          name={name}
          onSettings={() => setSettingsOpen(true)}
          onClose={() => setOpen(false)}
        />
      </Popover>
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
