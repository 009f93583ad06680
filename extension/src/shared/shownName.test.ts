import { expect, it } from "vitest";
import { shownName } from "./shownName.ts";

it.each([
  ["as it is", "Write to Ann", "Write to Ann"],
  ["markup, as text", "<b>Hi</b><script>x</script>", "<b>Hi</b><script>x</script>"],
  ["several lines as one", "  One\r\n\tTwo\u2028Three ", "One Two Three"],
  ["without direction marks", "Ann\u202e\u2066\u200f gnp.exe\u2069\u202c", "Ann gnp.exe"],
  ["without unseen characters", "A\u200bn\ufeffn\u00ad\u3164\u{e0041}", "Ann"],
  ["without control characters and halves of others", "A\u0000n\u001b\ud800n", "A n n"],
  ["without quotation marks of ours", "x”. Nothing was sent. “", "x'. Nothing was sent. '"],
  ["with few accents on one letter", `Z${"\u0301".repeat(500)}algo`, "Z\u0301\u0301algo"],
  ["of 60 characters", "x".repeat(60), "x".repeat(60)],
  ["of 61 characters, cut", "x".repeat(61), `${"x".repeat(59)}…`],
  ["of 10 kB, cut", "word ".repeat(2_000), `${"word ".repeat(11)}word…`],
  ["of emoji, cut between them", "😀".repeat(61), `${"😀".repeat(59)}…`],
  ["of nothing that can be seen", " \u200b\u2800\u2066 ", ""],
  ["that isn't there", "", ""],
])("shows a name %s", (_what, given, shown) => expect(shownName(given)).toBe(shown));
