import { Link } from "react-router-dom";
import { buttonLook } from "../components/Button.tsx";
import { ReturnedLetter } from "../components/Drawings.tsx";
import { PlainPage } from "../components/plain/PlainPage.tsx";
import { VisitorBar } from "../components/VisitorBar.tsx";
import { useSession } from "../lib/useSession.ts";
import { useTitle } from "../lib/useTitle.ts";

/** Any other path. */
export function NotFoundPage() {
  useTitle("Page not found");
  const { isAuthenticated } = useSession();
  return (
    <>
      <VisitorBar home={isAuthenticated ? "/app" : "/"} />
      <PlainPage
        drawing={<ReturnedLetter />}
        title="Oops! Page Not Found"
        text="There's no page at this address. Check the address for typing errors. The page may also have moved."
      >
        <Link to="/" {...buttonLook({ variant: "contained" })}>
          Go to Homepage
        </Link>
      </PlainPage>
    </>
  );
}
