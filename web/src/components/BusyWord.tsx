interface Props {
  isBusy: boolean;
  word: string;
  busyWord: string;
}

/** What a button says, now or while it is busy. Either way it's as wide, so that nothing moves. */
export function BusyWord({ isBusy, word, busyWord }: Props) {
  return (
    <span className="either" data-word={isBusy ? word : busyWord}>
      {isBusy ? busyWord : word}
    </span>
  );
}
