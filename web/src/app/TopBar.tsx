import { Link } from "react-router-dom";
import { AirmailStripe } from "../components/AirmailStripe.tsx";
import { Brand } from "../components/Brand.tsx";
import styles from "../components/bar.module.css";
import { useSession } from "../lib/useSession.ts";

/** The bar over the application. */
export function TopBar() {
  const { user, isAuthenticated } = useSession();
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Link to={isAuthenticated ? "/app" : "/"} className={styles.brand}>
          <Brand />
        </Link>
        <span className={styles.email}>{user?.email}</span>
      </div>
      <AirmailStripe />
    </header>
  );
}
