import { writeTemplateFile } from "@sendwright/core/templateFile/writeTemplateFile";
import { xlsxOf } from "@sendwright/core/testing/workbooks";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { download } from "../../lib/download.ts";
import { begin } from "../../testing/acting.ts";
import { button, clickButton, findButton } from "../../testing/buttons.ts";
import { json } from "../../testing/fakeApi.ts";
import { firebaseAppModule, firebaseAuthModule } from "../../testing/fakeFirebase.ts";
import { fakeUploads } from "../../testing/fakeUpload.ts";
import { aTemplate } from "../../testing/templateFactories.ts";
import { anAttachment, refused, save, showTab } from "./templatesTesting.tsx";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());
vi.mock("../../lib/download.ts", () => ({ download: vi.fn() }));

beforeEach(() => {
  begin();
  vi.mocked(download).mockReset();
});

const FORMATS = { dateFormat: "dmy_dots", timeFormat: "24hr" } as const;
const FIELDS = { name: "Ausflug", subject: "Ausflug am {{Tag}}", body: "<p>Hallo</p>", ...FORMATS };
const text = (name: string, content = name) => ({
  name,
  type: "text/plain",
  content: new TextEncoder().encode(content),
});
const zipFile = (fields = FIELDS, files = [text("Plan.txt")]) =>
  new File([writeTemplateFile(fields, files)], "Ausflug.zip");
const picker = async () => {
  await findButton("Open a template file");
  return screen.getByLabelText<HTMLInputElement>("Template file");
};
const choose = async (...files: File[]) => userEvent.upload(await picker(), files);
const opened = async () => {
  const editor = within(await screen.findByRole("dialog", { name: "Create New Template" }));
  await editor.findByRole("textbox", { name: "Body" });
  return editor;
};
const valueIn = (editor: Awaited<ReturnType<typeof opened>>, label: string) =>
  editor.getByLabelText<HTMLInputElement>(label).value;

describe("Download template", () => {
  const PATH = "users/u/templates/t1/a.txt";
  const template = aTemplate({
    name: "Ausflug: 9a",
    reply_to: "ada@example.org",
    signature: false,
    attachments: [{ ...anAttachment("a.txt"), storage_path: PATH }],
  });
  const press = async () => clickButton("Download template Ausflug: 9a");

  it("writes one file that opens as the same template, without Reply-To and signature", async () => {
    const asked: string[] = [];
    showTab({
      templates: [template],
      instead: {
        "GET /api/template/t1/attachments": ({ url }) => {
          asked.push(url);
          return new Response("bytes of a", { headers: { "content-type": "text/plain" } });
        },
      },
    });
    await press();
    await waitFor(() => expect(download).toHaveBeenCalledOnce());
    expect(asked).toEqual([
      `/api/template/t1/attachments?storage_path=${encodeURIComponent(PATH)}`,
    ]);
    const [name, content] = vi.mocked(download).mock.calls[0] ?? [];
    expect(name).toBe("Ausflug_ 9a.zip");
    await choose(new File([content ?? ""], "a.zip"));
    const editor = await opened();
    expect(valueIn(editor, "Subject Line")).toBe(template.subject);
    expect(await editor.findByTitle("a.txt")).toBeInTheDocument();
  });

  it("saves nothing if a file is gone, and says so", async () => {
    showTab({
      templates: [template],
      instead: {
        "GET /api/template/t1/attachments": refused(
          404,
          "This file no longer exists.",
          "not_found",
        ),
      },
    });
    await press();
    const sentence = `"Ausflug: 9a" wasn't downloaded: This file no longer exists.`;
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(download).not.toHaveBeenCalled();
  });
});

describe("a template file", () => {
  it("opens in the editor, unsaved, and is saved with its files", async () => {
    const uploads = fakeUploads();
    const server = showTab();
    await choose(zipFile());
    const editor = await opened();
    expect(valueIn(editor, "Template Name")).toBe("Ausflug");
    expect(valueIn(editor, "Subject Line")).toBe("Ausflug am {{Tag}}");
    expect(await editor.findByTitle("Plan.txt")).toBeInTheDocument();
    expect(server.asked.filter(({ method }) => method !== "GET" && method !== "POST")).toEqual([]);
    expect(uploads).toEqual([]);
    await save();
    await waitFor(() => expect(uploads).toHaveLength(1));
    const { body } = uploads[0] ?? {};
    expect(
      Object.fromEntries([...(body ?? [])].filter(([name]) => name !== "files")),
    ).toMatchObject({
      ...FIELDS,
      reply_to: "",
      signature: "true",
    });
    const file = body?.get("files") as File;
    expect([file.name, file.type, await file.text()]).toEqual([
      "Plan.txt",
      "text/plain",
      "Plan.txt",
    ]);
  });

  it("is missed if you close the editor: it asks first", async () => {
    showTab();
    await choose(zipFile(FIELDS, []));
    const editor = await opened();
    await userEvent.click(editor.getByRole("button", { name: "Cancel" }));
    expect(
      await screen.findByRole("alertdialog", { name: "Discard changes?" }),
    ).toBeInTheDocument();
  });

  it("can be dropped on the list", async () => {
    showTab();
    const zone = await screen.findByRole("region", { name: "Manage Templates" });
    const dataTransfer = { types: ["Files"], files: [zipFile()] };
    await findButton("Invitation");
    fireEvent.dragOver(zone, { dataTransfer });
    expect(zone).toHaveAttribute("data-over", "true");
    fireEvent.drop(zone, { dataTransfer });
    expect(zone).not.toHaveAttribute("data-over");
    expect(valueIn(await opened(), "Template Name")).toBe("Ausflug");
  });

  it("gets another name if you have that one", async () => {
    showTab({ templates: [aTemplate({ name: "Ausflug" })] });
    await choose(zipFile());
    const editor = await opened();
    expect(valueIn(editor, "Template Name")).toBe("Copy of Ausflug");
    const sentence = "You already have a template “Ausflug”, so this one has another name.";
    expect(await editor.findByText(sentence)).toBeInTheDocument();
  });

  it("names the files that a template has no room for, and those that Gmail refuses", async () => {
    showTab();
    const files = ["1", "2", "3", "tool.exe", "4", "5", "6"].map((name) => text(name));
    await choose(zipFile(FIELDS, files));
    const editor = await opened();
    const sentence =
      "Some files were not added due to limits: tool.exe (Skipped: Gmail doesn't accept .exe files); 6 (Skipped: Exceeds max count (5))";
    expect(await editor.findByText(sentence)).toBeInTheDocument();
    expect(await editor.findByTitle("5")).toBeInTheDocument();
  });

  it("comes without scripts, handlers and other sites' pictures", async () => {
    const hostile =
      '<p onclick="window.ran=1">Hallo<script>window.ran=1</script><img src=x onerror="window.ran=1"></p>' +
      '<table onmouseover="window.ran=1"><tr><td><img src="https://x.example/a.png"><a href="javascript:window.ran=1">hier</a></td></tr></table>';
    const uploads = fakeUploads();
    const server = showTab({
      instead: { "POST /api/templates": () => json(201, { success: true, template: aTemplate() }) },
    });
    await choose(zipFile({ ...FIELDS, body: hostile }, []));
    const editor = await opened();
    const body = editor.getByRole("textbox", { name: "Body" });
    await waitFor(() => expect(body).toHaveTextContent("Hallo"));
    expect(body.innerHTML).not.toMatch(/script|onclick|onmouseover|onerror|x\.example/);
    await save();
    await waitFor(() =>
      expect(server.calls("/api/templates").some(({ method }) => method === "POST")),
    );
    const sent = server.asked.find(
      ({ method, url }) => method === "POST" && url === "/api/templates",
    );
    expect(uploads).toEqual([]);
    expect(JSON.parse(String(sent?.body)).body).not.toMatch(
      /script|onclick|onmouseover|onerror|x\.example/,
    );
    expect("ran" in window).toBe(false);
  });

  it.each<[what: string, files: () => File[], sentence: string]>([
    [
      "another file",
      () => [new File(["%PDF"], "a.pdf")],
      "This isn't a template file. Choose the .zip that “Download template” made.",
    ],
    [
      "another program's zip",
      () => [new File([xlsxOf("")], "a.xlsx")],
      "This is an Excel workbook, not a template.",
    ],
    [
      "a file that is too large to read",
      () => [Object.defineProperty(new File(["PK"], "a.zip"), "size", { value: 61 * 1024 * 1024 })],
      "This file is larger than 60 MB. A template is much smaller.",
    ],
    ["two files", () => [zipFile(), zipFile()], "You can open one template file at a time."],
    [
      "what can't be read, such as a folder",
      () => [
        Object.defineProperty(new File([""], "a"), "arrayBuffer", {
          value: () => Promise.reject(new DOMException("gone", "NotFoundError")),
        }),
      ],
      "We couldn't read this file. Choose it again.",
    ],
  ])("refuses %s, and opens nothing", async (_what, files, sentence) => {
    const server = showTab();
    const zone = await screen.findByRole("region", { name: "Manage Templates" });
    await findButton("Invitation");
    fireEvent.drop(zone, { dataTransfer: { types: ["Files"], files: files() } });
    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(server.asked.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("needs room for another template", async () => {
    showTab({ templates: Array.from({ length: 10 }, (_, n) => aTemplate({ id: `t${n}` })) });
    expect(await screen.findByText("10 of 10")).toBeInTheDocument();
    expect(button("Open a template file")).toBeDisabled();
    const zone = screen.getByRole("region", { name: "Manage Templates" });
    fireEvent.drop(zone, { dataTransfer: { types: ["Files"], files: [zipFile()] } });
    const sentence = "You have 10 templates, the most you can keep. Delete one to create another.";
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
