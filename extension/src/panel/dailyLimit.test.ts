import { applyChange } from "@sendwright/core/list/change";
import { tableWithOwn } from "@sendwright/core/list/ownValues";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { newPlaceholder } from "@sendwright/core/placeholders";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { writtenList } from "@sendwright/web/parts";
import { expect, it } from "vitest";
import { eachInPanel, place, shows, until } from "../testing/inPanel.ts";
import { configLeaving, openWorkspace } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

const NAME = { ...newPlaceholder("First Name"), required: true };
const TEMPLATE = { id: "t1", name: "Note", updated_at: "2026-11-20T12:00:00.000Z" };
const TEXTS = {
  subject: "Hello",
  body: "<p>Hello {{First Name}}</p>",
  dateFormat: "long",
  timeFormat: "24hr",
};

const recipients = ["Ann <ann@example.org>", "Bo <bo@example.org>", "cy@example.org"];
const list = tableWithOwn(
  listOfAddresses(recipients.map(recipientText), emptyList()),
  [NAME],
  {},
  "iso",
);
/** The last person has no name. */
const cells = list.rows
  .slice(0, 2)
  .map(({ id }) => ({ id, header: "First Name", cell: `Name ${id}` }));
const table = writtenList(applyChange(list, { type: "cells", cells }), "");

/** The server of an account whose daily limit leaves a number of emails. */
function answerTo(path: string, left: number): object {
  if (path === "/api/config") return configLeaving(left);
  if (path === "/api/templates")
    return { templates: [{ ...TEMPLATE, variables: [NAME], attachment_count: 0 }] };
  const read = { parsed_variables: [NAME], attachments: [], revision: "1", syntax_warnings: [] };
  return { template: { ...TEMPLATE, ...TEXTS, ...read } };
}

eachInPanel();

it.each([
  [1, true],
  [2, false],
])(
  "a daily limit of %i emails is too small for 2 ready rows, which is said: %s",
  async (left, isSaid) => {
    await openWorkspace({ ...draft, values: [], recipients, table }, (path) =>
      answerTo(path, left),
    );
    await shows("Ready 2");
    const message = `daily limit leaves ${left} now`;
    await until(() => expect(place.textContent?.includes(message)).toBe(isSaid));
  },
);
