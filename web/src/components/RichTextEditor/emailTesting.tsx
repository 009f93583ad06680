import type { Variable } from "@sendwright/core/contract";
import { render, screen } from "@testing-library/react";
import { useMemo, useState } from "react";
import { readTexts } from "../../lib/warningsOfTexts.ts";
import { SubjectField } from "../SubjectField/SubjectField.tsx";
import RichTextField from "./RichTextField.tsx";

interface Texts {
  subject: string;
  body: string;
}

interface Given {
  /** The list's columns that can be placeholders. */
  columns?: readonly Variable[];
  /** The placeholders in which rows of one email differ. */
  names?: readonly string[];
}

interface PageProps {
  first: Texts;
  given: Given;
  onTexts: (texts: Texts) => void;
}

/** An email's two fields on a page that stores them. */
function Page({ first, given, onTexts }: PageProps) {
  const { columns, names } = given;
  const [texts, setTexts] = useState(first);
  const { variables, warnings, joining, sums } = useMemo(
    () => readTexts(texts, columns),
    [texts, columns],
  );
  const change = (next: Partial<Texts>) =>
    setTexts((now) => {
      onTexts({ ...now, ...next });
      return { ...now, ...next };
    });
  return (
    <>
      <SubjectField
        label="Subject"
        value={texts.subject}
        onChange={(subject) => change({ subject })}
        variables={variables}
        columns={columns}
        warnings={warnings.subject}
        totals={joining && [...sums.keys()]}
      />
      <RichTextField
        label="Body"
        value={texts.body}
        onChange={(body) => change({ body })}
        variables={variables}
        columns={columns}
        warnings={warnings.body}
        repeat={names && { subject: texts.subject, names }}
      />
    </>
  );
}

/** Shows an email's fields. Returns the texts that the page stores, and the body's element. */
export function showEmail(first: Partial<Texts>, given: Given = {}) {
  const shown = { subject: "", body: "", ...first };
  render(<Page first={shown} given={given} onTexts={(texts) => Object.assign(shown, texts)} />);
  return { shown, body: screen.getByRole("textbox", { name: "Body" }) };
}
