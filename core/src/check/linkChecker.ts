import type { DateOrder, Variable } from "../contract/templates.ts";
import { compileTemplate } from "../placeholders/placeholders.ts";
import type { MailForm } from "./value.ts";

interface LinkedMail extends MailForm {
  variables: readonly Variable[];
}

/**
 * Returns a function that finds the variables whose links lead nowhere in one email. It takes the values in the order of the
 * variables, and looks only at links that depend on no other variables.
 */
export function linkChecker(
  { body, variables, dateFormat, timeFormat }: LinkedMail,
  dateOrders?: ReadonlyMap<string, DateOrder>,
): (values: readonly string[]) => ReadonlySet<string> {
  const names = variables.map(({ name }) => name);
  const known = new Set(names);
  const template = body.includes("href=") && body.includes("{{") ? compileTemplate({ body }) : null;
  return (values) => {
    const byName = new Map(names.map((name, index) => [name, values[index] ?? ""]));
    const bad = template?.badLinks(byName, { dateFormat, timeFormat, dateOrders }) ?? [];
    const judged = bad.filter(({ needs }) => needs.every((name) => known.has(name)));
    return new Set(judged.flatMap((link) => link.names));
  };
}
