import { screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { firebaseAppModule, firebaseAuthModule } from "../../../testing/fakeFirebase.ts";
import { fakeWorker } from "../../../testing/fakeWorker.ts";
import { aTemplate, aVariable } from "../../../testing/templateFactories.ts";
import {
  aFile,
  choose,
  findGrid,
  pick,
  server,
  startServer,
  typeInto,
  visit,
} from "../bulkTesting.tsx";
import { onPhone } from "../table/tableTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(startServer);

const PEOPLE =
  "Name,Email,No.\nAnna Müller,anna@x.org,101\nBen Meyer,ben@x.org,102\nCem Öz,cem@x.org,103\n";

/** A list with files; the text of each is what the browser would read from its PDF. */
async function withFiles(texts: Record<string, string>) {
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  const { user } = await visit();
  const { ListWork } = await import("../../../lib/lists/listWork.ts");
  fakeWorker((address) => (address.includes("fileText") ? textWork : new ListWork()));
  await choose(user, "Invitation");
  await pick(user, aFile(PEOPLE));
  await findGrid();
  await user.click(screen.getByRole("button", { name: "Add a file for each person" }));
  await add(user, texts);
  return user;
}

const textWork = {
  prepare: async () => undefined,
  read: async (file: Blob) => {
    const text = await file.text();
    if (text === "forever") await new Promise(() => undefined);
    return { text: text === "-" ? null : text, pages: 1 };
  },
};

async function add(user: UserEvent, texts: Record<string, string>) {
  const files = Object.entries(texts).map(([name, text]) => new File([text], name));
  await user.upload(await screen.findByLabelText("Files for each person"), files);
}

const panel = async () =>
  within(await screen.findByRole("region", { name: "A file for each person" }));
const button = (name: string | RegExp) => screen.findByRole("button", { name });
const filesOfRow = (row: number, words: string) =>
  screen.findByRole("button", { name: `Files of row ${row}: ${words}` });
const send = async (user: UserEvent) => user.click(await button(/^Send \d emails?$/));

const ALL = {
  "Anna Müller.pdf": "Pay slip of Anna Müller",
  "Ben Meyer.pdf": "Pay slip of Ben Meyer",
  "Cem Öz.pdf": "Pay slip of Cem Öz",
};

it("pairs files with people, shows them in the rows, and says that each names its person", async () => {
  await withFiles(ALL);
  expect(await screen.findByText("All 3 files name their person.")).toBeInTheDocument();
  expect(await filesOfRow(1, "Anna Müller.pdf, 24 Bytes")).toBeInTheDocument();
  expect((await panel()).getByText("Paired by Name")).toBeInTheDocument();
  expect((await panel()).queryByRole("note")).toBeNull();
});

it("compares long texts with the list in slices, and doesn't send before that is done", async () => {
  const line = "Gross pay for May 2026, paid on 17.05.2026 to account 1234 5678.\n";
  const long = Object.entries(ALL).map(([name, text]) => [name, `${text}\n${line.repeat(400)}`]);
  // A slice ends at once, and the next one (`slice`) waits until the test lets it begin. Nothing
  // else waits, such as the release of a press.
  const slices: (() => void)[] = [];
  const timer = setTimeout;
  vi.stubGlobal("setTimeout", (act: () => void, ms?: number) =>
    act.name === "slice" ? slices.push(act) : timer(act, ms),
  );
  const user = await withFiles(Object.fromEntries(long));
  const words = "We're still checking whose name is in the files. Wait a moment.";
  expect(await screen.findByText(words)).toBeInTheDocument();
  await send(user);
  expect(server.presses).toHaveLength(0);
  expect(screen.queryByText("All 3 files name their person.")).toBeNull();
  await waitFor(() => expect(slices.length).toBeGreaterThan(0));
  vi.stubGlobal("setTimeout", timer);
  for (const slice of slices) slice();
  expect(await screen.findByText("All 3 files name their person.")).toBeInTheDocument();
});

it("asks about a file that names someone else, and doesn't send before", async () => {
  const user = await withFiles({ ...ALL, "Anna Müller.pdf": "Pay slip of Ben Meyer" });
  const words = "Anna Müller.pdf is for Anna Müller (row 1), but names Ben Meyer (row 2).";
  expect(await screen.findByText(words)).toBeInTheDocument();
  await send(user);
  expect(
    await screen.findByText(
      "Decide about the files for each person. 1 file may be for someone else.",
    ),
  ).toBeInTheDocument();
  expect(server.presses).toHaveLength(0);
  await user.click(await button("Send it to Anna Müller (row 1)"));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

it("takes one answer for all files that name the same other person", async () => {
  const user = await withFiles({
    "Anna Müller.pdf": "Cem Öz, May",
    "Ben Meyer.pdf": "Cem Öz, June",
  });
  const words =
    "2 files name Cem Öz (row 3), not the people they are for: Anna Müller.pdf for Anna Müller (row 1) and Ben Meyer.pdf for Ben Meyer (row 2).";
  expect(await screen.findByText(words)).toBeInTheDocument();
  await user.click(await button("They are right"));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  expect(screen.queryByText(/may be for someone else/)).toBeNull();
});

it("takes one answer for files that name the same other person besides their own", async () => {
  const user = await withFiles({
    "Anna Müller.pdf": "For Anna Müller. Cem Öz",
    "Ben Meyer.pdf": "For Ben Meyer. Cem Öz",
    "Cem Öz.pdf": "For Cem Öz. Cem Öz",
  });
  const words =
    "2 files name Cem Öz (row 3) besides the people they are for: Anna Müller.pdf for Anna Müller (row 1) and Ben Meyer.pdf for Ben Meyer (row 2).";
  expect(await screen.findByText(words)).toBeInTheDocument();
  await user.click(await button("They are right"));
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

it("ends a decision about a file when the row's name changes", async () => {
  const user = await withFiles({ "101.pdf": "Ben Meyer", "102.pdf": "102", "103.pdf": "Cem Öz" });
  await user.click(await button("Send it to Anna Müller (row 1)"));
  await waitFor(() => expect(screen.queryByText(/^101.pdf is for/)).toBeNull());
  await typeInto(user, 1, "Name", "Dana Ek");
  expect(
    await screen.findByText("101.pdf is for Dana Ek (row 1), but names Ben Meyer (row 2)."),
  ).toBeInTheDocument();
});

it("asks about one file with everyone's pages", async () => {
  const user = await withFiles({
    ...ALL,
    "Anna Müller.pdf": "Anna Müller, Ben Meyer",
  });
  expect(
    await screen.findByText(
      "Anna Müller.pdf names Anna Müller (row 1) and 1 other person: Ben Meyer (row 2). It may have everyone's pages.",
    ),
  ).toBeInTheDocument();
  await user.click(await button("Remove the file"));
  expect(await screen.findByText("1 person has no file: Anna Müller (row 1).")).toBeInTheDocument();
});

it("names people without a file and files of no one, and sends without or skips", async () => {
  const user = await withFiles({ "Anna Müller.pdf": "Anna Müller", "rules.pdf": "Rules" });
  expect(
    await screen.findByText("1 file belongs to no one and isn't sent: rules.pdf."),
  ).toBeInTheDocument();
  const words = "2 people have no file: Ben Meyer (row 2) and Cem Öz (row 3).";
  expect(await screen.findByText(words)).toBeInTheDocument();
  await user.click(await button("Send their emails without a file"));
  expect(
    await screen.findByText(/^2 people without a file get their emails without one/),
  ).toBeInTheDocument();
  await user.click(await button("Decide again"));
  expect(await screen.findByText(words)).toBeInTheDocument();
});

it("names the files that can't be added, and adds the others", async () => {
  await withFiles({
    "empty.pdf": "",
    "tool.exe": "MZ",
    ".DS_Store": "-",
    "Ben Meyer.pdf": "Ben Meyer",
  });
  expect(
    await screen.findByText(
      "Some files not added: empty.pdf (File is empty), tool.exe (Gmail doesn't accept .exe files)",
    ),
  ).toBeInTheDocument();
  expect(await filesOfRow(2, "Ben Meyer.pdf, 9 Bytes")).toBeInTheDocument();
});

it("asks when a row with a file chosen by hand becomes another person's", async () => {
  const user = await withFiles({ "scan 1.pdf": "-", "Ben Meyer.pdf": "Ben Meyer" });
  await user.click(await filesOfRow(1, "none"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByRole("combobox"), "scan 1.pdf");
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(await filesOfRow(1, "scan 1.pdf, 1 Bytes")).toBeInTheDocument();
  await typeInto(user, 1, "Name", "Dana Ek");
  expect(
    await screen.findByText(
      /^This row had Anna Müller, anna@x.org's file. Is it Dana Ek \(row 1\)'s\?$/,
    ),
  ).toBeInTheDocument();
  await user.click(await button("Yes, keep it"));
  await waitFor(() => expect(screen.queryByText(/Is it Dana Ek/)).toBeNull());
});

it("pairs by the column that fits most, and by another one on request", async () => {
  const user = await withFiles({ "101.pdf": "a", "102.pdf": "b", "Cem Öz.pdf": "Cem Öz" });
  expect(await screen.findByText("Paired by No.")).toBeInTheDocument();
  await user.click(await button("By Name"));
  expect(await screen.findByText("Paired by Name")).toBeInTheDocument();
  expect(await filesOfRow(3, "Cem Öz.pdf, 7 Bytes")).toBeInTheDocument();
  expect(await filesOfRow(1, "none")).toBeInTheDocument();
});

it("gives a file of no one to the person that you choose, and asks about one for several", async () => {
  const user = await withFiles({ "rules.pdf": "Rules" });
  await user.click(await button("Show 1 file"));
  await user.click(await button("Choose a person"));
  await user.selectOptions(screen.getByLabelText("Person for rules.pdf"), "Ben Meyer (row 2)");
  expect(await filesOfRow(2, "rules.pdf, 5 Bytes")).toBeInTheDocument();
  expect((await panel()).getByRole("button", { name: "Change" })).toHaveFocus();
  await user.click(await button("Remove all 1 files").catch(() => button("Remove the file")));
  expect(await screen.findByText(/^Each person gets only their own file/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: /^Files of row 2/ })).toBeNull();
});

it("says whose a file is by its name, in the row and in the list of files", async () => {
  const user = await withFiles(ALL);
  await user.click(await filesOfRow(2, "Ben Meyer.pdf, 21 Bytes"));
  const dialog = within(await screen.findByRole("dialog"));
  await user.selectOptions(dialog.getByRole("combobox"), "Anna Müller.pdf");
  const note = "named for Anna Müller (row 1)";
  expect(await dialog.findByText(note)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Done" }));
  const words = `Ben Meyer.pdf, 21 Bytes; Anna Müller.pdf, 24 Bytes, ${note}`;
  expect(await filesOfRow(2, words)).toBeVisible();
  await user.click(await button("Show 3 files"));
  expect((await panel()).getByText(note)).toBeVisible();
});

it("says before there is a list that each person can get a file, and adds one for a row on a phone", async () => {
  onPhone();
  server.templates = [aTemplate({ parsed_variables: [aVariable("Name")] })];
  const { user } = await visit();
  const { ListWork } = await import("../../../lib/lists/listWork.ts");
  fakeWorker((address) => (address.includes("fileText") ? textWork : new ListWork()));
  await choose(user, "Invitation");
  const hint = "Each person can get a file of their own: add the files once the list is here.";
  expect(await screen.findByText(hint)).toBeVisible();
  await pick(user, aFile(PEOPLE));
  const card = within(await screen.findByRole("listitem", { name: "Row 2" }));
  expect(screen.queryByText(hint)).toBeNull();
  await user.click(card.getByRole("button", { expanded: false }));
  await user.click(card.getByRole("button", { name: "Add a file for row 2" }));
  const dialog = within(await screen.findByRole("dialog"));
  await user.upload(
    dialog.getByLabelText("File for Ben Meyer (row 2)"),
    new File(["Pay slip of Ben Meyer"], "scan.pdf"),
  );
  expect(await dialog.findByText(/^scan\.pdf/)).toBeVisible();
  await user.click(dialog.getByRole("button", { name: "Done" }));
  expect(await filesOfRow(2, "scan.pdf, 21 Bytes")).toBeVisible();
});

it("names the pairs that aren't proven in the question before the send", async () => {
  const user = await withFiles({ ...ALL, "Ben Meyer.pdf": "Pay slip", "Cem Öz.pdf": "-" });
  expect(
    await screen.findByText(
      "1 of 3 files name their person, 1 has no full name, number or address from your list, 1 wasn't checked.",
    ),
  ).toBeInTheDocument();
  await send(user);
  const question = within(await screen.findByRole("alertdialog"));
  expect(
    question.getByText(
      "Ben Meyer.pdf to Ben Meyer (row 2): has no full name, number or address from your list",
    ),
  ).toBeInTheDocument();
  expect(question.getByText("Cem Öz.pdf to Cem Öz (row 3): wasn't checked")).toBeInTheDocument();
  expect(question.queryByText(/^Anna Müller.pdf to/)).toBeNull();
});

it("doesn't wait for a check that you skip", async () => {
  const user = await withFiles({ ...ALL, "Anna Müller.pdf": "forever" });
  // The numbers change with each file.
  const status = await screen.findByText("Checking whose name is in the files");
  expect(status).toHaveRole("status");
  expect(status.parentElement).toHaveTextContent(/^Checking whose name is in the files: \d of 3$/);
  await send(user);
  expect(
    await screen.findByText(
      "We're still checking whose name is in the files. Wait, or click Skip this check.",
    ),
  ).toBeInTheDocument();
  await user.click(await button("Skip this check"));
  expect(await screen.findByText(/, 3 weren't checked\.$/)).toBeInTheDocument();
});

it("downloads a row's file from the preview, and opens none", async () => {
  await withFiles(ALL);
  expect(
    await screen.findByRole("button", { name: "Download Anna Müller.pdf" }),
  ).toBeInTheDocument();
});
