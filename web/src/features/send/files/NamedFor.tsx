/** Beside a file that someone has by hand: whose its name says it is. Nothing for "". */
export function NamedFor({ words }: { words: string }) {
  if (words === "") return null;
  return (
    <>
      <br />
      <small className="hint">{words}</small>
    </>
  );
}
