import { isOpen } from "@sendwright/core/sends/counts";
import { Link } from "react-router-dom";
import { useSendList } from "../../../data/sends.ts";
import { counted } from "../../../lib/counted.ts";
import styles from "../../../sending/panel/SendPanel.module.css";

/** One quiet line: the other sends have a place of their own. `shown`: the send on the screen. */
export function OtherSends({ shown }: { shown: string | null }) {
  const { data, error } = useSendList();
  if (error) return <p className={styles.soft}>{error.message}</p>;
  const others = (data?.sends ?? []).filter(({ id, kind }) => id !== shown && kind !== "test");
  if (others.length === 0) return null;
  const going = others.filter((send) => isOpen(send) && send.state !== "scheduled").length;
  const scheduled = others.filter(({ state }) => state === "scheduled").length;
  const open = [going > 0 && `${counted(going, "send")} in progress`, scheduled > 0 && `${scheduled} scheduled`];
  const words = open.filter((part) => part !== false).join(", ");
  return (
    <p className={styles.soft}>
      {words === "" ? "For earlier sends, see" : `${words}. See`} <Link to={{ hash: "sends" }}>Sends</Link>.
    </p>
  );
}
