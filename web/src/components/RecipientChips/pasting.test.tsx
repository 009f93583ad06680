import {
  addressKey,
  parseRecipient,
  type RecipientText,
} from "@sendwright/core/recipients/recipients";
import { type CopiedText, PASTES } from "@sendwright/core/testing/pastes";
import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it } from "vitest";
import { RecipientChips } from "./RecipientChips.tsx";
import { addPasted } from "./recipientChanges.ts";

let recipients: readonly RecipientText[];

function Field() {
  const [now, setNow] = useState<readonly RecipientText[]>([]);
  const [typed, setTyped] = useState("");
  recipients = now;
  return (
    <RecipientChips
      label="Recipients"
      recipients={now}
      typed={typed}
      limit={10}
      onChange={setNow}
      onTyped={setTyped}
    />
  );
}

/** Each person once, as a field of chips has them. */
function uniqueIn(people: CopiedText["people"]) {
  const keys = people.map((text) => addressKey(parseRecipient(text)?.address ?? text));
  return people.filter((_, at) => keys.indexOf(keys[at] ?? "") === at);
}
const chips = () => recipients.map(({ address, name }) => `${name} <${address}>`);
const asChips = (texts: readonly string[]) =>
  texts.map((text) => {
    const { name = "", address = null } = parseRecipient(text) ?? {};
    return `${name} <${address}>`;
  });

it.each(PASTES)("takes the people of $what, and repairs a typo with one click", (paste) => {
  const { text, people, typos = [] } = paste;
  render(<Field />);
  fireEvent.paste(screen.getByLabelText("Recipients"), { clipboardData: { getData: () => text } });
  const found = uniqueIn(people);
  expect(chips()).toEqual(asChips(found));
  const listed = screen.queryByText(/^Not added:/)?.textContent ?? null;
  expect(listed).toBe(
    typos.length === 0 ? null : `Not added: ${typos.map(([typo]) => typo).join(", ")}`,
  );
  const repairs = typos.flatMap(([, repair]) => repair ?? []);
  for (const repair of repairs) {
    const address = parseRecipient(repair)?.address;
    fireEvent.click(screen.getByRole("button", { name: `Use ${address}` }));
  }
  expect(chips()).toEqual(asChips([...found, ...repairs]));
});

it.each<[string, boolean, string, number?]>([
  ["another column", true, "Name\tEmail\tTime\nAnn Good\tann@x.org\t10:30"],
  ["another column, from a file", true, "email;name;team\nann@x.org;Ann;A\nbo@x.org;Bo;B"],
  ["another column without headers", true, "Ann\tann@x.org\tHall\nBo\tbo@x.org\tGym"],
  ["a person without an address", true, "Name,Email\nAnn Good,ann@x.org\nBo,"],
  ["more people than there is room for", true, "Name\tEmail\nA\ta@x.org\nB\tb@x.org", 1],
  ["only names and addresses", false, "Name\tEmail\nAnn Good\tann@x.org\nBo\tbo@x.org"],
  ["one column", false, "Email\nann@x.org\nbo@x.org", 1],
  ["no addresses", false, "Name\tRoom\nAnn\tGym"],
  ["lines of people", false, "ann@x.org, bo@x.org\ncy@x.org, di@x.org", 1],
  ["sentences", false, "Hi, all of you,\nann@x.org is here, bo@x.org too"],
])("a pasted table with %s is cut: %j", (_what, isCut, text, room = 10) => {
  expect(addPasted([], text, room).isTableCut).toBe(isCut);
});

it("takes the people of a list by their lines and links, and names a line without an address", () => {
  render(<Field />);
  const texts: Record<string, string> = {
    "text/plain": "Anna Good anna@x.org\nRuth Weiß\njoerg@x.org\nBirgit Öztürk",
    "text/html":
      "<ul><li>Anna Good anna@x.org<li>Ruth Weiß<li>joerg@x.org<li><a href='mailto:b@x.org'>Birgit Öztürk</a></ul>",
  };
  fireEvent.paste(screen.getByLabelText("Recipients"), {
    clipboardData: { getData: (type: string) => texts[type] },
  });
  expect(chips()).toEqual(["Anna Good <anna@x.org>", " <joerg@x.org>", "Birgit Öztürk <b@x.org>"]);
  expect(screen.getByText("Left out: “Ruth Weiß”")).toBeInTheDocument();
});
