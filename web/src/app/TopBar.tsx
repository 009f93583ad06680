import { CircleQuestionMark, LogOut, Puzzle } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { AirmailStripe } from "../components/AirmailStripe.tsx";
import { Brand } from "../components/Brand.tsx";
import { Button, buttonLook } from "../components/Button.tsx";
import bar from "../components/bar.module.css";
import items from "../components/barItems.module.css";
import { useConfirm } from "../components/Confirm.tsx";
import { later } from "../components/later.tsx";
import { ThemeSwitch } from "../components/ThemeSwitch.tsx";
import { useConfig } from "../data/configQuery.ts";
import { AccountMenu } from "../features/account/AccountMenu.tsx";
import { extensionUrl } from "../lib/extensionUrl.ts";
import { isAnythingUnsaved } from "../lib/leaveGuards.ts";
import { forgetEverything } from "../lib/remembered.ts";
import { signOutHere } from "../lib/session.ts";
import { useExtension } from "../lib/useExtension.ts";
import { useSession } from "../lib/useSession.ts";

const QUESTION = {
  title: "Log out? Unsent drafts will be deleted.",
  text: "Emails and recipients you've entered in Direct Send and Bulk Send will be deleted from this browser.",
  action: "Log out",
  cancel: "Stay",
};

/**
 * Logs out (rule: logout): signs out and goes to /, or on failure to /?error=logout_failed. Asks
 * first where something unsent would be lost by it.
 */
function useLogout() {
  const navigate = useNavigate();
  const [isLeaving, setLeaving] = useState(false);
  const confirm = useConfirm();
  const leave = async () => {
    if (isAnythingUnsaved() && !(await confirm(QUESTION))) return;
    setLeaving(true);
    try {
      await signOutHere();
      forgetEverything();
      await navigate("/");
    } catch (error) {
      console.warn("Logout failed:", error);
      await navigate("/?error=logout_failed");
    } finally {
      setLeaving(false);
    }
  };
  return { logout: () => void leave(), isLeaving };
}

const HelpGuide = later(() => import("../features/help/HelpGuide.tsx"));

/** The guide and a function that opens it. Its text is loaded when someone first opens it. */
function useHelp(): { show: () => void; guide: ReactNode } {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const show = () => {
    setWanted(true);
    setOpen(true);
  };
  const guide = wanted && <HelpGuide open={open} onClose={() => setOpen(false)} />;
  return { show, guide };
}

/**
 * The bar over the application: brand, who is signed in, extension, logout. A phone has all but the
 * first two in the account menu.
 */
export function TopBar() {
  const { user, isAuthenticated } = useSession();
  const { config } = useConfig();
  const { logout, isLeaving } = useLogout();
  const help = useHelp();
  const extensionId = config?.extensionId || import.meta.env.VITE_EXTENSION_ID;
  const extension = useExtension(extensionId) ? "Extension installed" : "Get Extension";
  const toExtension = { href: extensionUrl(extensionId), target: "_blank", rel: "noopener" };
  const item = `${items.item} ${items.desk}`;
  return (
    <header className={bar.header}>
      <button
        type="button"
        className={items.skip}
        onClick={() => document.querySelector<HTMLElement>("main")?.focus()}
      >
        Skip to content
      </button>
      <div className={bar.bar} data-app>
        <Link to={isAuthenticated ? "/app" : "/"} className={bar.brand}>
          <Brand />
        </Link>
        <a {...buttonLook({ variant: "text", className: item })} {...toExtension} title={extension}>
          <Puzzle size={18} aria-hidden />
          <span className={bar.word}>{extension}</span>
        </a>
        <Button
          variant="text"
          className={item}
          aria-haspopup="dialog"
          title="Need Help?"
          onClick={help.show}
        >
          <CircleQuestionMark size={18} aria-hidden />
          <span className={bar.word}>Need Help?</span>
        </Button>
        <span className={items.desk}>
          <ThemeSwitch />
        </span>
        <AccountMenu email={user?.email ?? ""} name={user?.name ?? ""}>
          <button type="button" aria-haspopup="dialog" onClick={help.show}>
            <CircleQuestionMark size={18} aria-hidden />
            Need Help?
          </button>
          <a {...toExtension}>
            <Puzzle size={18} aria-hidden />
            {extension}
          </a>
          <ThemeSwitch isNamed />
          <button type="button" onClick={logout} disabled={isLeaving}>
            <LogOut size={18} aria-hidden />
            Logout
          </button>
        </AccountMenu>
        <Button
          variant="text"
          className={item}
          onClick={logout}
          disabled={isLeaving}
          title="Logout"
        >
          <LogOut size={18} aria-hidden />
          <span className={bar.word}>Logout</span>
        </Button>
      </div>
      <AirmailStripe />
      {help.guide}
    </header>
  );
}
