import { SendTab } from "./SendTab.tsx";

/** The tab "Bulk Send (CSV)". */
export default function BulkSendTab() {
  return <SendTab tab="bulk" />;
}
