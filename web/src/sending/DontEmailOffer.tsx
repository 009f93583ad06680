import { isSuppressed, type Suppressed } from "@sendwright/core/list/suppressed";
import { DontEmail } from "../components/DontEmail.tsx";
import { useDontEmail } from "./useDontEmail.ts";

interface Props {
  address: string;
  /** The people you don't email, as far as known. */
  suppressed: Suppressed;
}

/** Offers never to email someone again, or says that you don't. */
export function DontEmailOffer({ address, suppressed }: Props) {
  const { dontEmail, isPending } = useDontEmail();
  return isSuppressed(address, suppressed) ? (
    <p className="hint breaks">{address} is on your list of people you don't email.</p>
  ) : (
    <div>
      <DontEmail address={address} onClick={dontEmail} disabled={isPending} />
    </div>
  );
}
