import { limitsWith } from "@sendwright/core/contract";
import { createElement } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import type { FoundPerson, Task } from "../shared/stored.ts";
import { browser, button, click, draw, eachInPanel, place } from "../testing/inPanel.ts";
import { draft as aDraft } from "../testing/sendingWorker.ts";
import { Collected } from "./Collected.tsx";
import { listOfDraft } from "./peopleOfDraft.ts";
import type { PanelForm } from "./usePanelForm.ts";

type CollectTask = Extract<Task, { kind: "collect" }>;

const task: CollectTask = {
  kind: "collect",
  id: "1",
  host: "school.example",
  found: [],
  repeated: [],
  hidden: 0,
  more: 0,
  trouble: null,
};
const change = vi.fn();
const onClose = vi.fn();

const many = (count: number): FoundPerson[] =>
  Array.from({ length: count }, (_, n) => ({ name: `Person ${n}`, address: `p${n}@example.org` }));

eachInPanel();
beforeEach(() => {
  change.mockReset();
  onClose.mockReset();
});

async function show(people: Partial<CollectTask>, recipients: string[] = []): Promise<void> {
  const draft = { ...aDraft, templateId: "t1", recipients };
  const form = {
    uid: "ada",
    draft,
    change,
    limits: limitsWith({}),
    isBusy: false,
    values: new Map([["Place", "Graz"]]),
    feeds: new Map(),
    list: listOfDraft(draft, []),
    template: { data: { parsed_variables: [{ name: "First name" }] } },
  } as unknown as PanelForm;
  const props = { task: { ...task, ...people }, form, onClose, people: { current: null } };
  await draw(createElement(Collected, props));
}

const ticks = () => place.querySelectorAll("input:checked").length;
const says = (text: string) => expect(place.textContent).toContain(text);

it("adds the chosen people with their names", async () => {
  await show({
    found: [
      { name: "Ann Good", address: "ann@example.org" },
      { name: "Li, Bo", address: "bo@example.org" },
    ],
  });
  says("2 people on school.example");
  await click("Select all");
  await click("Add 2 recipients");
  expect(change).toHaveBeenCalledWith({
    recipients: ["Ann Good <ann@example.org>", '"Li, Bo" <bo@example.org>'],
  });
  expect(onClose).toHaveBeenCalled();
});

it("counts and shows those who can't be added, with the reason, and corrects them", async () => {
  await show({
    found: [
      { name: "Ann", address: "ann@example.org" },
      { name: "Lucia", address: "lucia@mail,example" },
      { name: "Bo", address: "bo@@example.org" },
    ],
    repeated: [{ name: "Al", address: "ANN@example.org" }],
    hidden: 2,
  });
  says("1 person on school.example");
  says("2 addresses are hidden on the page and not listed.");
  says("2 addresses can't be used");
  says("bo@@example.org");
  says("1 person repeated");
  says("Al <ANN@example.org>: already above as Ann");
  await click("Use Lucia <lucia@mail.example>");
  says("2 people on school.example");
  says("1 address can't be used");
});

it("selects up to ten, says why, and hands all to Bulk Send with names, template and values", async () => {
  await show({ found: many(24) });
  await click("Select all");
  expect(ticks()).toBe(10);
  says("You can send to up to 10 people from here.");
  expect(button("Add 10 recipients").disabled).toBe(false);
  await click("Select all 24 for Bulk Send");
  expect(ticks()).toBe(24);
  await click("Continue in Bulk Send with 24 people");
  await expect.poll(() => browser.opened).toHaveLength(1);
  // Nothing about anyone is in the address.
  expect(browser.opened).toEqual(["http://127.0.0.1:5000/app#bulk-send/from.extension"]);
  expect(browser.session.handed).toMatchObject({
    uid: "ada",
    templateId: "t1",
    values: [["Place", "Graz"]],
  });
  const { rows } = browser.session.handed as { rows: string[][] };
  expect(rows).toHaveLength(25);
  expect(rows.slice(0, 2)).toEqual([
    ["Email", "Name", "First name"],
    ["p0@example.org", "Person 0", "Person"],
  ]);
  expect(change).not.toHaveBeenCalled();
});

it("counts the recipients that there are: who is there isn't offered again", async () => {
  await show({ found: many(9) }, ["P0@example.org", "x@example.org", "y@example.org"]);
  says("1 person is already in the recipients.");
  await click("Select all");
  expect(ticks()).toBe(7);
  says("and 3 are in the recipients");
});

it("shows a hostile name as text, and at most a hundred people at once", async () => {
  await show({
    found: [{ name: "<b onclick=alert(1)>Eve</b>", address: "eve@example.org" }, ...many(999)],
  });
  says("1,000 people on school.example");
  says("<b onclick=alert(1)>Eve</b>");
  expect(place.querySelector("[onclick]")).toBeNull();
  expect(place.querySelectorAll("input[type=checkbox]")).toHaveLength(100);
  says("And 900 more. Type to find them.");
});
