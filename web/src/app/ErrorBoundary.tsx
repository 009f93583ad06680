import { Component, type ReactNode } from "react";
import { Button } from "../components/Button.tsx";
import { ReturnedLetter } from "../components/Drawings.tsx";
import { PlainPage } from "../components/plain/PlainPage.tsx";
import { isLostScript } from "../lib/lostScript.ts";

interface Props {
  children: ReactNode;
  /** Changes when the broken part has been left; the next one gets a new chance. */
  resetKey?: string;
}

/** Catches a screen's error while it renders, and shows a message instead; React has logged it. */
export class ErrorBoundary extends Component<Props, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(before: Props) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    const { error } = this.state;
    return error ? (
      <ErrorPage error={error} inside={this.props.resetKey !== undefined} />
    ) : (
      this.props.children
    );
  }
}

/** Replaces a screen that failed; `inside` if only one tab failed. */
function ErrorPage({ error, inside }: { error: Error; inside: boolean }) {
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
      <Button variant="contained" onClick={() => window.location.reload()}>
        Reload the page
      </Button>
    </PlainPage>
  );
}
