import { appendFileSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";

/** Where the transcript goes; without it none is made. */
const FILE = process.env.STORIES_TRANSCRIPT;
/** Containers without meaning: their content is read out, they are not. */
const SILENT = new Set([
  ...["generic", "none", "paragraph", "LabelText", "Legend", "RootWebArea"],
  ...["InlineTextBox", "LineBreak", "MenuListPopup", "DescriptionList"],
]);
/** Elements whose text is one line in any layout. */
const WHOLE = new Set(["cell", "definition", "term"]);
/** The properties of a node that are read out besides its role and name, if true. */
const STATES = [
  "level",
  "checked",
  "pressed",
  "selected",
  "expanded",
  "required",
  "invalid",
  "disabled",
  "focused",
];

/** Starts an empty file. */
export function beginTranscript(): void {
  if (FILE !== undefined) writeFileSync(FILE, "");
}

/**
 * Adds Chromium's accessibility tree of the current page, in document order, under a heading;
 * leaves out `email`.
 */
export async function keepTranscript(page: Page, heading: string, email: string): Promise<void> {
  if (FILE === undefined) return;
  const nodes = await axTree(page);
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const [root] = nodes;
  const lines = root ? told(root, byId, 0, "") : [];
  const text = lines.join("\n").replaceAll(email, "you@example.com");
  appendFileSync(FILE, `### ${heading}\n\n\`\`\`text\n${text}\n\`\`\`\n\n`);
}

function told(
  node: AxNode,
  byId: ReadonlyMap<string, AxNode>,
  depth: number,
  above: string,
): string[] {
  const role = node.role?.value ?? "";
  const name = (node.name?.value ?? "").trim();
  const isSilent =
    node.ignored ||
    SILENT.has(role) ||
    (role === "StaticText" && (name === "" || above.includes(name)));
  if (WHOLE.has(role) && !node.ignored) {
    const text = name || textOf(node, byId);
    const isPlain = !text.includes("\u0000");
    if (isPlain) return [`${"  ".repeat(depth)}${lineOf(node, role, text)}`];
  }
  const own = isSilent ? [] : [`${"  ".repeat(depth)}${lineOf(node, role, name)}`];
  const inner = isSilent ? depth : depth + 1;
  const heard = isSilent ? above : `${above} ${name}`;
  const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
  return [...own, ...children.flatMap((child) => told(child, byId, inner, heard))];
}

/** The text below a node, run together; with a mark in it where there is more than text. */
function textOf(node: AxNode, byId: ReadonlyMap<string, AxNode>): string {
  const role = node.role?.value ?? "";
  if (role === "StaticText") return node.name?.value ?? "";
  const children = (node.childIds ?? []).flatMap((id) => byId.get(id) ?? []);
  const isPlain = node.ignored || SILENT.has(role) || WHOLE.has(role);
  return (isPlain ? "" : "\u0000") + children.map((child) => textOf(child, byId)).join("");
}

function lineOf(node: AxNode, role: string, name: string): string {
  if (role === "StaticText") return `“${name}”`;
  const value = String(node.value?.value ?? "")
    .replaceAll(/[\s\uFEFF]+/gu, " ")
    .trim();
  const states = (node.properties ?? [])
    .filter(({ name: state }) => state !== "level" || role === "heading")
    .filter(
      ({ name: state, value: { value: is } }) =>
        STATES.includes(state) && is !== false && is !== "false",
    )
    .map(({ name: state, value: { value: is } }) =>
      is === true || is === "true" ? state : `${state} ${is}`,
    );
  const description = (node.description?.value ?? "").trim();
  return [
    role,
    name && `“${name}”`,
    value && value !== name && `= ${value}`,
    states.length > 0 && `(${states.join(", ")})`,
    description && `— ${description}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** A node of Chromium's accessibility tree, as far as the stories look at it. */
export interface AxNode {
  nodeId: string;
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  value?: { value?: unknown };
  properties?: { name: string; value: { value?: unknown } }[];
  childIds?: string[];
}

/**
 * Chromium's accessibility tree of a page, the root first, as a screen reader gets it. It doesn't
 * replace a test with a person.
 */
export async function axTree(page: Page): Promise<AxNode[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes as AxNode[];
}
