import { ReturnedLetter } from "../components/Drawings.tsx";
import buttons from "../components/plain/buttons.module.css";
import { PlainPage } from "../components/plain/PlainPage.tsx";
import { isLostScript } from "../lib/lostScript.ts";

/** What stands in place of a screen that broke; `inside` when only a tab did. */
export function ErrorPage({ error, inside }: { error: Error; inside: boolean }) {
  const stale = isLostScript(error);
  return (
    <PlainPage
      inside={inside}
      drawing={<ReturnedLetter />}
      title={stale ? "A newer version is ready" : "This screen has stopped working"}
      text={
        stale
          ? "This part of Sendwright could not be loaded, most likely because it has been replaced. Reload the page to go on."
          : "Mail that is already on its way is not affected: sending goes on without this page. Reload it to go on."
      }
    >
      <button type="button" className={buttons.main} onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </PlainPage>
  );
}
