import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ListWork } from "../../lib/lists/listWork.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../testing/fakeWorker.ts";
import {
  aFreshPage,
  choose as chooseOnPage,
  goTo,
  server as ofPage,
  open,
  user,
} from "../../testing/sendingPage.tsx";
import { aTemplate, aVariable } from "../../testing/templateFactories.ts";
import { write } from "../../testing/write.ts";
import {
  aFile,
  cellOf,
  choose,
  feedFrom,
  findGrid,
  pick,
  server,
  startServer,
  visit,
} from "./bulkTesting.tsx";
import { onPhone } from "./table/tableTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

/** Everything on the screen that has the color of an error. */
const WRONG =
  '[aria-invalid="true"], [data-invalid="true"], [data-tone="error"], [data-wrong="true"], .Mui-error, .wrong, [data-variant="danger"]';
const wrong = () => [...document.querySelectorAll(WRONG)].map(({ outerHTML }) => outerHTML);

const NAME = [aVariable("Name")];

async function typedList(user: UserEvent) {
  await user.click(screen.getByRole("button", { name: "Type a list" }));
  await findGrid();
}

/** Fresh forms of Bulk Send, and the field to which Send leads. */
const FORMS: {
  form: string;
  variables?: ReturnType<typeof aVariable>[];
  fill: (user: UserEvent) => Promise<void>;
  said: RegExp | null;
  first: () => Promise<Element | null>;
}[] = [
  {
    form: "a typed list with an address and no value yet",
    fill: async (user) => {
      await typedList(user);
      await user.click(await cellOf(1, "Email"));
      await user.keyboard("ann@example.org{Enter}");
    },
    said: /^0 ready · 1 to fill in$/,
    first: () => cellOf(1, "Name"),
  },
  {
    form: "a typed list with a value and no address yet",
    fill: async (user) => {
      await typedList(user);
      await user.click(await cellOf(1, "Name"));
      await user.keyboard("Ann{Enter}");
    },
    said: /^0 ready · 1 to fill in$/,
    first: () => cellOf(1, "Email"),
  },
  {
    form: "a new column of a file",
    variables: [aVariable("Name"), aVariable("Place")],
    fill: async (user) => {
      await pick(user);
      await feedFrom(user, "Place", /^A new column/);
    },
    said: /^0 ready · 2 to fill in$/,
    first: () => cellOf(1, "Place"),
  },
  {
    form: "a value for everyone that no one has touched",
    variables: [aVariable("Name"), aVariable("Place")],
    fill: (user) => pick(user),
    said: /^2 rows still need a value for \{\{Place\}\}$/,
    first: () => screen.findByRole("textbox", { name: /Place/ }),
  },
  {
    form: "a file without a column of addresses",
    fill: (user) => pick(user, aFile("Who\nAnn\nBo\n")),
    said: null,
    first: () => screen.findByRole("combobox", { name: /^Recipient email column/ }),
  },
  {
    form: "the first letters of an address in the manual list",
    fill: async (user) => {
      await user.click(await screen.findByRole("radio", { name: "Manual" }));
      await user.type(await screen.findByRole("textbox", { name: "Recipients" }), "ann");
    },
    said: null,
    first: () => screen.findByRole("textbox", { name: "Recipients" }),
  },
];

describe("has no error before a click on Send, which shows all and leads to the first:", () => {
  it.each(FORMS)("$form", async ({ variables = NAME, fill, said, first }) => {
    server.templates = [aTemplate({ parsed_variables: variables })];
    const { user } = await visit();
    await choose(user, "Invitation");
    expect(wrong()).toEqual([]);
    await fill(user);
    if (said) expect(await screen.findByText(said)).toBeVisible();
    expect(wrong()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "Send" }));
    await waitFor(() => expect(wrong()).not.toEqual([]));
    const field = await first();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field).toBeInvalid();
  });
});

it("is calm again for what was emptied from elsewhere", async () => {
  server.templates = [
    aTemplate({ parsed_variables: [aVariable("Name"), aVariable("Place")] }),
    aTemplate({ id: "t2", name: "Reminder", parsed_variables: [aVariable("Place")] }),
  ];
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user);
  const place = await screen.findByRole("textbox", { name: /Place/ });
  await user.click(place);
  await user.tab();
  await waitFor(() => expect(wrong()).not.toEqual([]));
  await write(user, place, "Delft");
  await user.click(screen.getByRole("button", { name: "Change: Mode and template" }));
  await choose(user, "Reminder");
  await screen.findByText(/still need a value for \{\{Place\}\}/);
  expect(wrong()).toEqual([]);
});

it("a time that isn't chosen yet is no error while its day is, but Send leads to it", async () => {
  server.templates = [aTemplate({ parsed_variables: NAME })];
  const { user } = await visit();
  await choose(user, "Invitation");
  await pick(user);
  await screen.findByText("2 ready");
  await user.click(screen.getByText("Choose…"));
  const when = within(screen.getByRole("region", { name: "Preview and send" }));
  expect(await when.findByText("Choose a time of day.")).toBeVisible();
  await when.findByRole("group", { name: /Time/ });
  expect(wrong()).toEqual([]);
  await user.click(screen.getByRole("button", { name: /^(Send|Schedule) 2 emails$/ }));
  await waitFor(() => expect(wrong()).not.toEqual([]));
  await waitFor(() =>
    expect(document.activeElement?.closest('[aria-invalid="true"]')).not.toBeNull(),
  );
});

/** Each type of placeholder, and one that two people have values of their own for. */
const ALL_TYPES = [
  aVariable("Name"),
  aVariable("Contact", { type: "email" }),
  aVariable("Due", { type: "date" }),
  aVariable("At", { type: "time" }),
  aVariable("Offer", { type: "dropdown", options: ["Discount"] }),
  aVariable("Place", { type: "sticky" }),
];

const textBox = (name: string | RegExp) => screen.findByRole("textbox", { name });
const press = async (name: string | RegExp) =>
  user.click(await screen.findByRole("button", { name }));

/** Fresh screens of the whole page, and the first thing that someone does there. */
const SCREENS: [string, string, (() => Promise<unknown>)[]][] = [
  [
    "Direct Send",
    "Direct Send",
    [
      async () => user.type(await screen.findByLabelText("Recipients"), "a"),
      () => chooseOnPage(),
      async () => user.type(await textBox(/Contact/), "a"),
    ],
  ],
  [
    "people with values of their own",
    "Direct Send",
    [
      () => chooseOnPage(),
      async () => write(user, await screen.findByLabelText("Recipients"), "ann@x.org bo@x.org "),
      async () =>
        user.click(
          within(await screen.findByRole("group", { name: "Name" })).getByText("Each their own"),
        ),
      () => screen.findByText(/^2 rows still need a value for/),
    ],
  ],
  ["Cc", "Direct Send", [() => press(/Cc/), async () => user.type(await textBox("Cc"), "a")]],
  [
    "an email written in Bulk Send",
    "Bulk Send (CSV)",
    [
      async () => user.click(await screen.findByRole("radio", { name: "Manual" })),
      () => chooseOnPage("(Compose Manually)"),
      async () => user.type(await textBox("Subject"), "a"),
      async () => user.type(await textBox("Recipients"), "a"),
    ],
  ],
  [
    "a new template",
    "Manage Templates",
    [
      () => press("Create New Template"),
      async () => user.type(await textBox("Template Name"), "a"),
      () => press("Reply-To"),
      async () => user.type(await textBox("Reply-To"), "a"),
    ],
  ],
  [
    "Settings",
    "Manage Templates",
    [
      () => press(/^Account/),
      () => press("Settings"),
      async () => user.type(await textBox("Reply-To"), "a"),
    ],
  ],
];

describe.each([
  ["a desk", false],
  ["a phone", true],
])("on %s, has no error before someone has left a field:", (_device, isPhone) => {
  beforeEach(() => {
    aFreshPage();
    fakeWorker(() => new ListWork());
  });

  it.each(SCREENS)("%s", async (_screen, tab, steps) => {
    ofPage.templates = [aTemplate({ parsed_variables: ALL_TYPES })];
    await open("#sends");
    if (isPhone) onPhone();
    await goTo(tab);
    await waitFor(() => expect(window.location.hash).not.toBe("#sends"));
    expect(wrong()).toEqual([]);
    for (const step of steps) {
      await step();
      expect(wrong()).toEqual([]);
    }
  });
});

describe("says nothing about a text that is being typed:", () => {
  it("an address in the manual list", async () => {
    server.templates = [aTemplate({ parsed_variables: [] })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await user.click(await screen.findByRole("radio", { name: "Manual" }));
    const field = await screen.findByRole("textbox", { name: "Recipients" });
    await user.type(field, "cy@, bo@x.org, ann@b@c");
    expect(await screen.findByText(/^cy@: /)).toBeVisible();
    expect(screen.queryByText(/^ann@b@c: /)).toBeNull();
    expect(screen.getByText(/^2 recipients of at most 100 · 1 invalid/)).toBeVisible();
    await user.tab();
    expect(await screen.findByText(/^ann@b@c: /)).toBeVisible();
  });

  it("a copy's address, after Send was refused, too", async () => {
    const { user } = await visit();
    await choose(user, "Invitation");
    await user.click(screen.getByRole("button", { name: "Send" }));
    await user.click(await screen.findByRole("button", { name: "Reply-To, Cc, Bcc" }));
    const field = screen.getByRole("textbox", { name: "Cc" });
    await user.type(field, "ann@b@c");
    expect(field).toBeValid();
    await user.tab();
    await waitFor(() => expect(field).toBeInvalid());
  });

  it.each(["cell", "card"])("a value in a %s of the list", async (place) => {
    if (place === "card") onPhone();
    server.templates = [aTemplate({ parsed_variables: NAME })];
    const { user } = await visit();
    await choose(user, "Invitation");
    await pick(user, aFile("Name,Email\n,ann@x.org\n"));
    const blank = () =>
      screen
        .queryAllByText("Blank value for {{Name}}")
        .filter((one) => getComputedStyle(one).visibility !== "hidden");
    if (place === "card") {
      await user.click(await screen.findByRole("button", { name: /^Row 1/ }));
      await user.click(screen.getByRole("textbox", { name: "Name" }));
    } else await user.dblClick(await cellOf(1, "Name"));
    expect(blank()).toHaveLength(1);
    await user.keyboard("A");
    await waitFor(() => expect(blank()).toEqual([]));
  });
});
