import { doubtsIn } from "@sendwright/core/check/address";
import { readAddresses } from "@sendwright/core/recipients/copies";
import { useState } from "react";
import { Button } from "./Button.tsx";
import { Notice } from "./ErrorNotice.tsx";

interface Props {
  text: string;
  onUse: (text: string) => void;
}

/** The only text that an invalid one can mean, and a question for each domain that looks wrong. */
export default function JudgedAddresses({ text, onUse }: Props) {
  const [kept, setKept] = useState<readonly string[]>([]);
  const { people, repair } = readAddresses(text, "");
  if (repair !== null) {
    return (
      <div>
        <Button size="small" variant="text" onClick={() => onUse(repair)}>
          Use {repair}
        </Button>
      </div>
    );
  }
  return doubtsIn(text, people).map(({ message, suggestion, doubt }) => {
    const domain = doubt?.domain ?? "";
    return kept.includes(domain) ? null : (
      <Notice
        key={domain}
        variant="warning"
        action={
          <>
            {suggestion !== undefined && (
              <Button size="small" variant="outlined" onClick={() => onUse(suggestion)}>
                Change it to {doubt?.meant}
              </Button>
            )}
            <Button
              size="small"
              variant="text"
              color="secondary"
              onClick={() => setKept([...kept, domain])}
            >
              Keep {domain}
            </Button>
          </>
        }
      >
        The address ends in {domain}. {message}
      </Notice>
    );
  });
}
