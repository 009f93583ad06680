export { andMore, pluralize } from "@sendwright/core/pluralize";
