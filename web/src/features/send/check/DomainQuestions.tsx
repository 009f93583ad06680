import type { CheckResult, Problem, SharedDoubt } from "@sendwright/core/check/types";
import { groupBy } from "@sendwright/core/groupBy";
import type { List } from "@sendwright/core/list/list";
import { pluralize } from "@sendwright/core/pluralize";
import { Button } from "../../../components/Button.tsx";
import { Notice } from "../../../components/ErrorNotice.tsx";
import styles from "./check.module.css";
import { isUndecided } from "./findings.ts";
import { placeWord, sharedDoubtMessage } from "./questionWords.ts";

interface Props {
  list: List;
  check: Pick<CheckResult, "problems" | "doubts">;
  /** Writes the suggestions of these rows. */
  onFix: (problems: readonly Problem[]) => void;
  /** Writes another text where every email has it from. */
  onFixShared: (place: SharedDoubt["place"], text: string) => void;
  /** Keeps the addresses of a domain as typed. */
  onKeep: (domain: string) => void;
  /** Leads to the first of the addresses. */
  onLook: () => void;
}

/** For each domain that looks wrong: one answer for all of its addresses. */
export function DomainQuestions({ list, check, onFix, onFixShared, onKeep, onLook }: Props) {
  // Duplicates too: correcting only the first would make them someone else.
  const undecided = check.problems.filter((one) => one.kind === "domain" && isUndecided(one, list));
  const groups = groupBy(undecided, ({ doubt }) => doubt?.domain ?? "");
  const ofRows = [...groups].map(([domain, problems]) => {
    const [first] = problems;
    const count = problems.length;
    const meant = first?.doubt?.meant ?? null;
    return (
      <DomainQuestion
        key={domain}
        sentence={`${pluralize(count, "address ends", "addresses end")} in ${domain}. ${first?.message}`}
        domain={domain}
        fix={
          meant === null
            ? "Show them"
            : count === 1
              ? `Change it to ${meant}`
              : `Change all ${count} to ${meant}`
        }
        onFix={() => (meant === null ? onLook() : onFix(problems))}
        onKeep={onKeep}
      />
    );
  });
  const ofEveryEmail = check.doubts
    .filter((doubt) => isUndecided(doubt, list))
    .map((shared) => {
      const { doubt, suggestion, place } = shared;
      return (
        <DomainQuestion
          key={`${placeWord(shared)} ${doubt?.domain}`}
          sentence={sharedDoubtMessage(shared)}
          domain={doubt?.domain ?? ""}
          fix={suggestion === undefined ? null : `Change it to ${doubt?.meant}`}
          onFix={() => suggestion !== undefined && onFixShared(place, suggestion)}
          onKeep={onKeep}
        />
      );
    });
  return [...ofRows, ...ofEveryEmail];
}

interface DomainQuestionProps {
  sentence: string;
  domain: string;
  /** The label of the button that corrects it; null if nothing can. */
  fix: string | null;
  onFix: () => void;
  onKeep: (domain: string) => void;
}

function DomainQuestion({ sentence, domain, fix, onFix, onKeep }: DomainQuestionProps) {
  return (
    <Notice
      variant="warning"
      action={
        <fieldset className={styles.answer}>
          <legend className="unseen">Addresses that end in {domain}</legend>
          {fix !== null && (
            <Button size="small" variant="outlined" onClick={onFix}>
              {fix}
            </Button>
          )}
          <Button size="small" variant="text" color="secondary" onClick={() => onKeep(domain)}>
            Keep {domain}
          </Button>
        </fieldset>
      }
    >
      {sentence}
    </Notice>
  );
}
