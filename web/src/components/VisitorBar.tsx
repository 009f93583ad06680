import { LayoutTemplate } from "lucide-react";
import { Link } from "react-router-dom";
import { AirmailStripe } from "./AirmailStripe.tsx";
import { Brand } from "./Brand.tsx";
import { buttonLook } from "./Button.tsx";
import bar from "./bar.module.css";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

/**
 * The bar over the pages for visitors. `home` is the brand's link: / or, for signed-in people,
 * /app.
 */
export function VisitorBar({ home }: { home: "/" | "/app" }) {
  return (
    <header className={bar.header}>
      <div className={bar.bar} data-narrow>
        <Link to={home} className={bar.brand}>
          <Brand />
        </Link>
        {home === "/app" && (
          <Link
            to="/app"
            {...buttonLook({ variant: "text", color: "secondary" })}
            title="Your templates"
          >
            <LayoutTemplate size={18} aria-hidden />
            <span className={bar.word}>Your templates</span>
          </Link>
        )}
        <ThemeSwitch />
      </div>
      <AirmailStripe />
    </header>
  );
}
