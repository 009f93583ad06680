import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { announced, begin } from "../../testing/acting.ts";
import { button, clickButton, findButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { fakeUploads } from "../../testing/fakeUpload.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import {
  aFile,
  anAttachment,
  create,
  edit,
  pick,
  refused,
  save,
  saved,
} from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(begin);

describe("the editor's files", () => {
  it("adds none if they would be too many together", async () => {
    const { editor } = await create();
    await pick(editor, aFile("1"), aFile("2"), aFile("3"));
    await pick(editor, aFile("4"), aFile("5"), aFile("6"));
    expect(
      await editor.findByText("Cannot add all files: Maximum 5 attachments allowed per template."),
    ).toBeInTheDocument();
    expect(editor.queryByText("4")).toBeNull();
    // The notice closes; this stays until the person chooses files again.
    expect(editor.getByText(/The last 3 files you chose weren't added/)).toBeVisible();
  });

  it("skips files that don't fit, and says why", async () => {
    const { editor } = await create();
    await pick(
      editor,
      aFile("a.txt"),
      aFile("big.bin", 6 * 1024 * 1024),
      aFile("tool.exe"),
      aFile("empty.txt", 0),
    );
    expect(
      await editor.findByText(
        "Some files were not added due to limits: big.bin (Skipped: Exceeds total size limit (5 MB)); " +
          "tool.exe (Skipped: Gmail doesn't accept .exe files); empty.txt (Skipped: File is empty)",
        { exact: false },
      ),
    ).toBeInTheDocument();
    expect(editor.getByText("a.txt")).toBeInTheDocument();
    expect(editor.getAllByRole("listitem")).toHaveLength(1);
  });

  it("names the skipped files for six seconds", async () => {
    const { editor } = await create();
    vi.useFakeTimers();
    fireEvent.change(editor.getByLabelText("Attachments"), {
      target: { files: [aFile("tool.exe")] },
    });
    const notice = await editor.findByText(/^Some files were not added due to limits/);
    act(() => vi.advanceTimersByTime(5_999));
    expect(notice).toBeInTheDocument();
    act(() => vi.advanceTimersByTime(1));
    expect(notice).not.toBeInTheDocument();
  });

  it("closes the picker at the limit, while files can still be taken out", async () => {
    const { editor } = await create();
    await pick(editor, ...[1, 2, 3, 4, 5].map((n) => aFile(`${n}.txt`)));
    expect(editor.getByLabelText<HTMLInputElement>("Attachments").disabled).toBe(true);
    await userEvent.click(editor.getByRole("button", { name: "Remove 3.txt" }));
    expect(editor.getByLabelText<HTMLInputElement>("Attachments").disabled).toBe(false);
  });

  it("saves a file that was uploaded to a deleted template with the new one, too", async () => {
    const uploads = fakeUploads();
    const gone = refused(404, "This template is gone.", "not_found");
    const { editor } = await edit(
      { attachments: [anAttachment("old.txt")] },
      { "PUT /api/template/t1": gone },
    );
    await pick(editor, aFile("a.txt"));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.answer(200, { success: true, attachment: anAttachment("a.txt") }));
    await editor.findByText("Uploaded");
    await save();
    await clickButton("Save as new template");
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(uploads[1]?.url).toBe("/api/templates");
    expect(uploads[1]?.body.getAll("files")).toMatchObject([{ name: "a.txt" }]);
  });

  it("uploads to a saved template at once, one request a file", async () => {
    const uploads = fakeUploads();
    const { editor } = await edit({ attachments: [anAttachment("old.txt")] });
    await pick(editor, aFile("a.txt"), aFile("b.txt"));
    await waitFor(() => expect(uploads).toHaveLength(1));
    vi.useFakeTimers();
    expect(uploads[0]?.url).toBe("/api/template/t1/attachments");
    expect(uploads[0]?.body.get("file")).toMatchObject({ name: "a.txt" });
    expect(button("Cancel").disabled).toBe(true);
    act(() => uploads[0]?.progress(0.25));
    expect(editor.getByText(/Uploading\s*25 %/)).toBeInTheDocument();
    act(() => uploads[0]?.answer(200, { success: true, attachment: anAttachment("a.txt") }));
    await waitFor(() => expect(uploads).toHaveLength(2));
    expect(editor.getByText("Uploaded")).toBeInTheDocument();
    act(() =>
      uploads[1]?.answer(400, { success: false, error: "Not this one.", reason: "invalid_input" }),
    );
    expect(await editor.findByText("Not this one.")).toBeInTheDocument();
    expect(
      editor.getByText(
        "1 attachment(s) added successfully. 1 attachment(s) failed to upload. Error: Not this one.",
      ),
    ).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(editor.queryByText("Uploaded")).toBeNull();
    expect(editor.getByRole("button", { name: "Remove a.txt" })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(editor.queryByText(/failed to upload/)).toBeNull();
    fireEvent.click(editor.getByRole("button", { name: "Clear b.txt" }));
    expect(editor.queryByText("b.txt")).toBeNull();
  });

  it("names the email's attachments in the preview", async () => {
    const { editor } = await create();
    fireEvent.change(editor.getByLabelText("Subject Line"), { target: { value: "Hello" } });
    await pick(editor, aFile("map.png"));
    const preview = within(await editor.findByRole("region", { name: "Preview" }));
    expect(await preview.findByText("map.png")).toBeInTheDocument();
    await userEvent.click(editor.getByRole("button", { name: "Remove map.png" }));
    expect(preview.queryByText("map.png")).toBeNull();
  });

  it("survives a connection that breaks half-way", async () => {
    const uploads = fakeUploads();
    const { editor } = await edit({});
    await pick(editor, aFile("a.txt"));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.breakOff());
    expect(
      await editor.findByText("The server didn't respond. Check your connection and try again."),
    ).toBeInTheDocument();
    expect(button("Save Template").disabled).toBe(false);
  });

  it("names at the save what could not be uploaded and is not part of the template", async () => {
    const uploads = fakeUploads();
    const { editor } = await edit({}, { "PUT /api/template/t1": () => saved(aTemplate()) });
    await pick(editor, aFile("a.txt"));
    await waitFor(() => expect(uploads).toHaveLength(1));
    act(() => uploads[0]?.breakOff());
    await editor.findByText("The server didn't respond. Check your connection and try again.");
    await save();
    expect(
      await screen.findByText('We couldn\'t upload these files to "Invitation": a.txt'),
    ).toBeInTheDocument();
  });

  it("removes a stored file at once after the question, and restores it if that fails", async () => {
    const answer = { fails: true, now: (): void => undefined };
    const { server, editor } = await edit(
      { attachments: [anAttachment("a.txt"), anAttachment("b.txt")] },
      {
        "DELETE /api/template/t1/attachments": async () => {
          await new Promise<void>((resolve) => (answer.now = resolve));
          return answer.fails ? json(500, { success: false }) : json(200, { success: true });
        },
      },
    );
    await userEvent.click(editor.getByRole("button", { name: "Remove a.txt" }));
    expect((await screen.findByRole("alertdialog")).textContent).toContain(
      "This cannot be undone.",
    );
    fireEvent.click(button("Delete attachment"));
    await waitFor(() => expect(editor.queryByText("a.txt")).toBeNull());
    await waitFor(() => expect(server.asked.some(({ method }) => method === "DELETE")).toBe(true));
    answer.now();
    expect(await editor.findByText("Could not delete attachment.")).toBeInTheDocument();
    expect(await screen.findByText("Failed to delete attachment.")).toBeInTheDocument();
    expect(announced(/delete attachment/)).toEqual(["Could not delete attachment."]);
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(
      editor.getAllByRole("listitem").map(({ textContent }) => textContent?.slice(0, 5)),
    ).toEqual(["a.txt", "b.txt"]);

    answer.fails = false;
    await userEvent.click(editor.getByRole("button", { name: "Remove a.txt" }));
    fireEvent.click(await findButton("Delete attachment"));
    await waitFor(() =>
      expect(server.asked.filter(({ method }) => method === "DELETE")).toHaveLength(2),
    );
    expect(server.asked.filter(({ method }) => method === "DELETE")[1]?.body).toBe(
      JSON.stringify({ storage_path: "users/u/templates/t1/a.txt" }),
    );
    answer.now();
    expect(editor.queryByText("a.txt")).toBeNull();
  });
});
