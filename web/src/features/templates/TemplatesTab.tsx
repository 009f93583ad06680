import { Notice } from "../../components/ErrorNotice.tsx";
import { Spinner } from "../../components/Spinner.tsx";
import { useSession } from "../../lib/useSession.ts";
import { ManageTemplates } from "./ManageTemplates.tsx";

/** The tab "Manage Templates". */
export default function TemplatesTab() {
  const { isLoading, isAuthenticated } = useSession();
  if (isLoading) return <Spinner label="Loading..." />;
  if (!isAuthenticated) return <Notice>Please sign in to manage your templates.</Notice>;
  return <ManageTemplates />;
}
