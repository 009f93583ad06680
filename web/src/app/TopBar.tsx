import Button from "@mui/material/Button";
import { LogOut, Puzzle } from "lucide-react";
import { Link } from "react-router-dom";
import { AirmailStripe } from "../components/AirmailStripe.tsx";
import { Brand } from "../components/Brand.tsx";
import bar from "../components/bar.module.css";
import items from "../components/barItems.module.css";
import { ThemeSwitch } from "../components/ThemeSwitch.tsx";
import { useConfig } from "../data/configQuery.ts";
import { AccountMenu } from "../features/account/AccountMenu.tsx";
import { useLogout } from "../features/account/useLeaving.tsx";
import { HelpButton } from "../features/help/HelpButton.tsx";
import { extensionUrl } from "../lib/extensionUrl.ts";
import { useExtension } from "../lib/useExtension.ts";
import { useSession } from "../lib/useSession.ts";

/** The bar over the application: brand, who is signed in, extension, logout. */
export function TopBar() {
  const { user, isAuthenticated } = useSession();
  const { config } = useConfig();
  const { logout, isLeaving } = useLogout();
  const extensionId = config?.extensionId || import.meta.env.VITE_EXTENSION_ID;
  const extension = useExtension(extensionId) ? "Extension installed" : "Get Extension";
  return (
    <header className={bar.header}>
      <button type="button" className={items.skip} onClick={() => document.querySelector<HTMLElement>("main")?.focus()}>
        Skip to content
      </button>
      <div className={bar.bar} data-app>
        <Link to={isAuthenticated ? "/app" : "/"} className={bar.brand}>
          <Brand />
        </Link>
        <Button
          variant="text"
          className={items.item ?? ""}
          href={extensionUrl(extensionId)}
          target="_blank"
          rel="noopener"
          title={extension}
        >
          <Puzzle size={18} aria-hidden />
          <span className={bar.word}>{extension}</span>
        </Button>
        <HelpButton />
        <ThemeSwitch />
        <AccountMenu email={user?.email ?? ""} name={user?.name ?? ""} />
        <Button variant="text" className={items.item ?? ""} onClick={logout} disabled={isLeaving} title="Logout">
          <LogOut size={18} aria-hidden />
          <span className={bar.word}>Logout</span>
        </Button>
      </div>
      <AirmailStripe />
    </header>
  );
}
