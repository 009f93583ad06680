import type { UserEvent } from "@testing-library/user-event";

/**
 * Puts text into a field at once, as a paste does: with each key the whole screen is drawn anew,
 * which not every test is about.
 */
export async function write(
  user: Pick<UserEvent, "click" | "paste">,
  field: HTMLElement,
  text: string,
): Promise<void> {
  await user.click(field);
  await user.paste(text);
}
