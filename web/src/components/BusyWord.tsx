interface Props {
  isBusy: boolean;
  word: string;
  busyWord: string;
}

/** The words of a button, which is as wide while it's busy, so that nothing moves. */
export function BusyWord({ isBusy, word, busyWord }: Props) {
  return (
    <span className="either" data-word={isBusy ? word : busyWord}>
      {isBusy ? busyWord : word}
    </span>
  );
}
