import { Notice } from "../../components/ErrorNotice.tsx";
import type { TemplateSample } from "../../sending/templateDesk.ts";

const SHOWN = 8;
const CHARACTERS = 40;

/** Says where the placeholders come from, and what stands there for the first person. */
export function SampleNote({ sample }: { sample: TemplateSample }) {
  const values = [...sample.values];
  const more = values.length - SHOWN;
  const shown = values.slice(0, SHOWN).map(([name, value]) => {
    const short = value.length > CHARACTERS ? `${value.slice(0, CHARACTERS)}…` : value;
    return `${name}: ${short === "" ? "blank" : short}`;
  });
  return (
    <Notice title={`The columns of ${sample.from} are the placeholders`}>
      Its first row: {shown.join(" · ")}
      {more > 0 && ` · and ${more} more`}
    </Notice>
  );
}
