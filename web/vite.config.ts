import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import react from "@vitejs/plugin-react";
import { build, defineConfig, type Plugin } from "vite";
import { tokenStyles } from "./src/app/tokens.ts";

/**
 * Puts the tokens into the head, so that the first paint has its colors, and tells the browser
 * early about the heading font.
 */
function head(): Plugin {
  return {
    name: "sendwright-head",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const font = Object.keys(bundle ?? {}).find((file) =>
          /newsreader-latin-wght-normal.*\.woff2$/.test(file),
        );
        return [
          { tag: "style", children: tokenStyles(), injectTo: "head-prepend" as const },
          ...(font
            ? [
                {
                  tag: "link",
                  attrs: {
                    rel: "preload",
                    href: `/${font}`,
                    as: "font",
                    type: "font/woff2",
                    crossorigin: "",
                  },
                  injectTo: "head" as const,
                },
              ]
            : []),
        ];
      },
    },
  };
}

/**
 * Gives the script that runs before everything else a name with its hash, so that the next visit
 * needn't ask for it.
 */
function boot(): Plugin {
  const source = "src/boot.js";
  return {
    name: "sendwright-boot",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    async buildStart() {
      this.emitFile({
        type: "asset",
        name: "boot.js",
        source: await readFile(join(import.meta.dirname, source)),
      });
    },
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => /\/boot-.*\.js$/.test(name));
        if (file === undefined) throw new Error(`The build has no ${source}.`);
        return html.replace(source, file);
      },
    },
  };
}

/**
 * Serves the extension that was built into SENDWRIGHT_EXTENSION_DIST, for people to download, and
 * tells the page where. and its checksum. Throws if its zip is missing. Builds without the
 * variable, such as those that are only measured, serve no zip.
 */
function extension(): Plugin {
  const folder = process.env.SENDWRIGHT_EXTENSION_DIST;
  const path = "sendwright-extension.zip";
  const zip = () => readFile(`${folder}.unpacked.zip`);
  return {
    name: "sendwright-extension",
    async config(_config, { command }) {
      // In development the zip may change while the page is served.
      const sum =
        folder && command === "build"
          ? createHash("sha256")
              .update(await zip())
              .digest("hex")
          : "";
      const values = { VITE_EXTENSION_ZIP: folder ? `/${path}` : "", VITE_EXTENSION_SHA256: sum };
      return {
        define: Object.fromEntries(
          Object.entries(values).map(([name, value]) => [
            `import.meta.env.${name}`,
            JSON.stringify(value),
          ]),
        ),
      };
    },
    async generateBundle() {
      if (folder) this.emitFile({ type: "asset", fileName: path, source: await zip() });
    },
    configureServer({ middlewares }) {
      if (!folder) return;
      middlewares.use(`/${path}`, (_request, answer, next) => {
        zip().then((bytes) => answer.setHeader("content-type", "application/zip").end(bytes), next);
      });
    },
  };
}

/**
 * Writes the page three times: index.html with the landing page's markup in it, app.html without,
 * for every other route, and the same again as 404.html, which Hosting serves with status 404 for
 * every address that firebase.json doesn't list.
 */
function pages(): Plugin {
  return {
    name: "sendwright-pages",
    apply: ({ build }, { command }) => command === "build" && !build?.ssr,
    async writeBundle({ dir = "" }) {
      const page = await readFile(join(dir, "index.html"), "utf8");
      const root = `<div id="root">${await landingMarkup()}`;
      await writeFile(join(dir, "app.html"), page);
      await writeFile(join(dir, "404.html"), page);
      await writeFile(
        join(dir, "index.html"),
        page.replace('<div id="root">', () => root),
      );
    },
  };
}

/** Builds the landing page for Node and draws it there. */
async function landingMarkup(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sendwright-landing-"));
  try {
    await build({
      root: import.meta.dirname,
      logLevel: "warn",
      ssr: { noExternal: true },
      build: {
        ssr: "src/app/landingMarkup.tsx",
        outDir: folder,
        emptyOutDir: true,
        copyPublicDir: false,
      },
    });
    const built = await import(pathToFileURL(join(folder, "landingMarkup.js")).href);
    return await built.landingMarkup();
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Gives Quill the small functions of `quillTools.ts` in place of lodash, which it has three times. */
function quillTools(): Plugin {
  const tools = JSON.stringify(
    join(import.meta.dirname, "src/components/RichTextEditor/quillTools.ts"),
  );
  const modules: Record<string, string> = {
    "lodash-es": `export { cloneDeep, isEqual, merge } from ${tools}`,
    "lodash.clonedeep": `export { cloneDeep as "module.exports" } from ${tools}`,
    "lodash.isequal": `export { isEqual as "module.exports" } from ${tools}`,
  };
  return {
    name: "sendwright-quill-tools",
    apply: "build",
    enforce: "pre",
    resolveId: (id) => (id in modules ? `\0${id}` : null),
    load: (id) => modules[id.slice(1)] ?? null,
  };
}

/**
 * In development the API and Firebase's own addresses are those of the local stack's Hosting
 * emulator.
 */
const stack = process.env.SENDWRIGHT_HOSTING ?? "http://127.0.0.1:5000";

/**
 * Scripts that parts of the page share or that always load together, one file in place of many: each
 * has these modules and all that they import, except for what is in a script above it. So a script
 * that several parts need is above theirs. (`start` is what index.html imports.)
 */
const SCRIPTS = {
  schemas: "contract/limits",
  calls: "web/src/lib/call|contract/(endpoint|templates|idempotencyKey)",
  signs:
    "noticeProps|isolated|errorMessage|useExtension|lazily|withCommas|(DataTable|field).module|icons/(download|paperclip|users|x)",
  mail: "MailPreview|recipients/recipients|files/fileMessages",
  app: "AppPage|TemplatesTab",
  dialogs: "ConfirmDialog|CheckField|useIsPhone|lib/afterPress",
  pictures: "pictureSources|useSettled|templateChanges",
  addresses: "recipients/(copies|faults)",
  texts: "SubjectField|RestoredNotice|warningsOfTexts|waitingPastes|useSettledWarnings|body/length",
  fields:
    "FilePicker|FormatFields|AddressQuestion|SignatureChoice|previews|useLeft|beginsLink|differentValues|areAmounts|templateFields",
  editor: "TemplateEditor|RichTextField",
  popover: "FormPopover",
  controls: "SelectField|TextArea",
  form: "formStore",
};

export default defineConfig({
  plugins: [react(), boot(), head(), extension(), quillTools(), pages()],
  build: {
    target: "es2022",
    // The policy allows no data: fonts, and a file that can be cached beats one that cannot.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    // Browsers that can't preload scripts load them a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"] },
            ...Object.entries(SCRIPTS).map(([name, modules]) => ({
              name,
              test: new RegExp(`/(?:${modules})\\.\\w+$`),
            })),
          ],
        },
      },
      // The contract has no effects: a page bundles only the parts it imports, and the landing page
      // no schema.
      treeshake: { moduleSideEffects: [{ test: /\/core\/src\/contract\//, sideEffects: false }] },
    },
  },
  // The worker loads its workbook library only for workbooks.
  worker: { format: "es" },
  server: { host: "127.0.0.1", proxy: { "/api": stack, "/__": stack } },
  preview: { host: "127.0.0.1", proxy: { "/api": stack, "/__": stack } },
});
