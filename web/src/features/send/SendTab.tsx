import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useSession } from "../../lib/useSession.ts";
import type { Tab } from "./form/sendForm.ts";
import { SendScreen } from "./SendScreen.tsx";

/** A tab that sends, for a signed-in person. */
function SendTab({ tab }: { tab: Tab }) {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner label="Loading..." />;
  if (!isAuthenticated) return <Notice>Please sign in to send emails.</Notice>;
  return <SendScreen tab={tab} />;
}

export function DirectSendTab() {
  return <SendTab tab="direct" />;
}

/** The tab "Bulk Send (CSV)". */
export function BulkSendTab() {
  return <SendTab tab="bulk" />;
}
