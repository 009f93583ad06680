import { applyChange } from "@sendwright/core/list/change";
import { tableWithOwn } from "@sendwright/core/list/ownValues";
import { emptyList, listOfAddresses } from "@sendwright/core/list/read";
import { newPlaceholder } from "@sendwright/core/placeholders";
import { recipientText } from "@sendwright/core/recipients/recipients";
import { writtenList } from "@sendwright/web/parts";
import { expect, it } from "vitest";
import { eachInPanel, place, shows, until } from "../testing/inPanel.ts";
import { openWorkspace, usualAnswers } from "../testing/openWorkspace.ts";
import { draft } from "../testing/sendingWorker.ts";

const NAME = { ...newPlaceholder("First Name"), required: true };
const texts = { body: "<p>Hello {{First Name}}</p>" };

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

eachInPanel();

it.each([
  [1, true],
  [2, false],
])(
  "a daily limit of %i emails is too small for 2 ready rows, which is said: %s",
  async (left, isSaid) => {
    const answers = usualAnswers({ left, variables: [NAME], texts });
    await openWorkspace({ ...draft, values: [], recipients, table }, (path) => answers[path] ?? {});
    await shows("Ready 2");
    const message = `daily limit leaves ${left} now`;
    await until(() => expect(place.textContent?.includes(message)).toBe(isSaid));
  },
);
