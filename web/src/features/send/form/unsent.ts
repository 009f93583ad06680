import type { SendForm } from "./sendForm.ts";
import type { SendFormAction } from "./sendFormReducer.ts";

/** Whether an action sends, discards or replaces the content of the form. */
export function isOverBy(action: SendFormAction, form: SendForm): boolean {
  switch (action.type) {
    // Direct Send gets back whoever wasn't reached.
    case "begun":
      return form.tab === "bulk";
    case "ended":
    case "afresh":
    case "again":
    case "writeTo":
      return true;
    case "mode":
      return action.mode !== form.people.now.mode;
    case "newList":
      return action.list !== null;
    default:
      return false;
  }
}
