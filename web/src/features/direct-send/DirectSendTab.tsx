import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useSession } from "../../lib/useSession.ts";
import { DirectSend } from "./DirectSend.tsx";

/** The tab "Direct Send". */
export default function DirectSendTab() {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner label="Loading..." />;
  if (!isAuthenticated) return <Notice>Please sign in to send emails.</Notice>;
  return <DirectSend />;
}
