import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useSession } from "../../lib/useSession.ts";
import { BulkSend } from "./BulkSend.tsx";

/** The tab "Bulk Send (CSV)". */
export default function BulkSendTab() {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner label="Loading" />;
  if (!isAuthenticated) return <Notice>Please sign in to send emails.</Notice>;
  return <BulkSend />;
}
