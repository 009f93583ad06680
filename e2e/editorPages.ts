import { build } from "esbuild";

/**
 * Pages with one kind of field each, as other sites have them. Stories click and read `#field`.
 * Editors that merge quick steps into one undo step have that turned off: a person takes longer to
 * choose a template than a story does.
 */

const PROSEMIRROR = `
import { exampleSetup } from "prosemirror-example-setup";
import { history } from "prosemirror-history";
import { DOMParser, Schema } from "prosemirror-model";
import { schema as basic } from "prosemirror-schema-basic";
import { addListNodes } from "prosemirror-schema-list";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
const schema = new Schema({ nodes: addListNodes(basic.spec.nodes, "paragraph block*", "block"), marks: basic.spec.marks });
const doc = DOMParser.fromSchema(schema).parse(document.createElement("div"));
const view = new EditorView(document.body, { state: EditorState.create({ doc, plugins: [history({ newGroupDelay: 1 }), ...exampleSetup({ schema, menuBar: false, history: false })] }) });
view.dom.id = "field";
`;

const QUILL = `
import Quill from "quill";
const quill = new Quill(document.querySelector("#quill"), { modules: { history: { delay: 0 } } });
quill.root.id = "field";
`;

const LEXICAL = `
import { createEmptyHistoryState, registerHistory } from "@lexical/history";
import { registerRichText } from "@lexical/rich-text";
import { createEditor } from "lexical";
const root = document.querySelector("#field");
const editor = createEditor({ namespace: "elsewhere", onError: (error) => { throw error; } });
registerRichText(editor);
registerHistory(editor, createEmptyHistoryState(), 0);
editor.setRootElement(root);
`;

async function bundled(contents: string): Promise<string> {
  const made = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    write: false,
    format: "iife",
    minify: true,
    logLevel: "error",
  });
  return (made.outputFiles[0]?.text ?? "").replaceAll("</script", "<\\/script");
}

async function editorPage(markup: string, script: string): Promise<string> {
  return `${markup}<script>${await bundled(script)}</script>`;
}

export const proseMirrorPage = () => editorPage("", PROSEMIRROR);
export const quillPage = () => editorPage('<div id="quill"></div>', QUILL);
export const lexicalPage = () =>
  editorPage('<div id="field" contenteditable="true" role="textbox"></div>', LEXICAL);

/**
 * A page shaped like a webmail's compose window: its policy trusts no markup, and there is a
 * signature below the cursor.
 */
export const composePage =
  '<input aria-label="Subject"><div id="field" contenteditable="true" role="textbox" aria-label="Message Body" style="direction:ltr">' +
  '<div id="line"><br></div><div><br></div><div class="signature" data-smartmail="signature">-- <br><b>Ada</b> Lovelace</div></div>';
export const COMPOSE_POLICY = {
  "content-security-policy":
    "require-trusted-types-for 'script'; trusted-types 'none'; script-src 'none'",
};

export const TEXTAREA = '<textarea id="field" rows="9" cols="60"></textarea>';
export const LINE = '<input id="field" size="60">';
export const EDITABLE = '<div id="field" contenteditable="true" role="textbox"></div>';
export const PLAIN_ONLY = '<div id="field" contenteditable="plaintext-only" role="textbox"></div>';

/** A field in a shadow tree, in a closed one if asked. */
export const shadowPage = (mode: "open" | "closed", field: string) =>
  `<div id="host"></div><script>
    const root = document.querySelector("#host").attachShadow({ mode: "${mode}" });
    root.innerHTML = ${JSON.stringify(field)};
    window.field = root.querySelector("#field");
  </script>`;
