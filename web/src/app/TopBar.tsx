import Button from "@mui/material/Button";
import { CircleQuestionMark, LogOut, Puzzle } from "lucide-react";
import { Link } from "react-router-dom";
import { AirmailStripe } from "../components/AirmailStripe.tsx";
import { Brand } from "../components/Brand.tsx";
import bar from "../components/bar.module.css";
import items from "../components/barItems.module.css";
import { ThemeSwitch } from "../components/ThemeSwitch.tsx";
import { useConfig } from "../data/configQuery.ts";
import { AccountMenu } from "../features/account/AccountMenu.tsx";
import { useLogout } from "../features/account/useLeaving.tsx";
import { useHelp } from "../features/help/useHelp.tsx";
import { extensionUrl } from "../lib/extensionUrl.ts";
import { useExtension } from "../lib/useExtension.ts";
import { useSession } from "../lib/useSession.ts";

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
        <Button variant="text" className={item} {...toExtension} title={extension}>
          <Puzzle size={18} aria-hidden />
          <span className={bar.word}>{extension}</span>
        </Button>
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
