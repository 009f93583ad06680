import type { CheckedRow, CheckResult } from "@sendwright/core/check/types";
import type { Template, Variable } from "@sendwright/core/contract";
import { formatDate } from "@sendwright/core/dates/dates";
import { formatTime } from "@sendwright/core/dates/times";

/**
 * What a preview or a test of a checked row is rendered with: dates and times already in the template's formats,
 * because how `1/2/2025` is read was decided by its whole column (rule: format of the preview).
 */
export function rowVariables(
  variables: readonly Variable[],
  row: Pick<CheckedRow, "values">,
  dateOrders: CheckResult["dateOrders"],
  formats: Pick<Template, "dateFormat" | "timeFormat">,
): Record<string, string> {
  return Object.fromEntries(
    variables.map(({ name, type }, index) => {
      const value = row.values[index] ?? "";
      if (type === "time") return [name, formatTime(value, formats.timeFormat).text];
      if (type !== "date") return [name, value];
      return [name, formatDate(value, { format: formats.dateFormat, order: dateOrders.get(name) ?? "mdy" }).text];
    }),
  );
}
