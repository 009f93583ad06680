import { SendTab } from "./SendTab.tsx";

/** The tab "Direct Send". */
export default function DirectSendTab() {
  return <SendTab tab="direct" />;
}
