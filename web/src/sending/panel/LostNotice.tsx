import Button from "@mui/material/Button";
import { certainAt } from "@sendwright/core/attempt/patience";
import { useState } from "react";
import { Notice } from "../../components/ErrorNotice.tsx";
import { LOST } from "../messages.ts";
import { countdown } from "../when.ts";
import { useSecondsLeft } from "./useSecondsLeft.ts";

interface Props {
  loss: { at: number; lostAt: number };
  /** Asks the server once, without a wait; resolves when that is over. */
  onAsk: () => Promise<void>;
}

/** A press of Send whose answer was lost: how long that can last, how the server is asked, and a way to ask it now. */
export function LostNotice({ loss, onAsk }: Props) {
  const left = useSecondsLeft(certainAt({ pressedAt: loss.at, lostAt: loss.lostAt }));
  const [atFirst] = useState(left);
  const [asking, setAsking] = useState<"no" | "now" | "asked">("no");
  const ask = async () => {
    if (asking === "now") return;
    setAsking("now");
    await onAsk();
    setAsking("asked");
  };
  return (
    <>
      <Notice
        variant="warning"
        title="We can't tell yet whether your send began"
        action={
          <Button size="small" variant="outlined" onClick={() => void ask()}>
            {asking === "now" ? "Checking…" : "Check now"}
          </Button>
        }
      >
        <p>{LOST}</p>
        <p className="unseen">{left > 0 ? waitMessage(`${atFirst} seconds`) : OVERDUE}</p>
        <p aria-hidden style={{ fontVariantNumeric: "tabular-nums" }}>
          {left > 0 ? waitMessage(countdown(left)) : OVERDUE}
        </p>
      </Notice>
      <p role="status">{asking === "asked" && "We don't know yet. We'll keep checking."}</p>
    </>
  );
}

const OVERDUE = "The server hasn't answered yet. We check twice a minute until it does.";

function waitMessage(time: string): string {
  return `You'll know within ${time} if the server can be reached. We check after a second, then less often, down to twice a minute.`;
}
