import { ReturnedLetter } from "../components/Drawings.tsx";
import buttons from "../components/plain/buttons.module.css";
import { PlainPage } from "../components/plain/PlainPage.tsx";
import { isLostScript } from "../lib/lostScript.ts";

/** Replaces a screen that failed; `inside` if only one tab failed. */
export function ErrorPage({ error, inside }: { error: Error; inside: boolean }) {
  const stale = isLostScript(error);
  return (
    <PlainPage
      inside={inside}
      drawing={<ReturnedLetter />}
      title={stale ? "A newer version is ready" : "Something went wrong on this screen"}
      text={
        stale
          ? "We couldn't load this part of Sendwright, probably because there is a newer version. Reload the page to continue."
          : "Your sends aren't affected: they continue without this page. Reload the page to continue."
      }
    >
      <button type="button" className={buttons.main} onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </PlainPage>
  );
}
