/** Something that a test lets arrive when it wants: an answer waits for `arrival`. */
export function held(): { arrival: Promise<void>; arrive: () => void } {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  return { arrival, arrive };
}
