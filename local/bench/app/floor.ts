import { readFileSync } from "node:fs";

const IMPORT = /^import\s+(?!type\b)([^;"]+?)\s+from\s+"([^".][^"]*)";/gms;

/**
 * The text of a module that imports what a page's modules import of libraries, and nothing else: their libraries
 * alone, with the parts that are in use.
 */
export function librariesOf(modules: readonly string[]): string {
  const used = new Map<string, Set<string>>();
  for (const module of modules.filter((path) => !path.includes("node_modules") && /\.tsx?$/.test(path))) {
    const text = readFileSync(module, "utf8");
    for (const [, what = "", from = ""] of text.matchAll(IMPORT)) {
      if (!isLoaded(from, modules)) continue;
      const parts = used.get(from) ?? new Set();
      for (const part of partsOf(what, text)) parts.add(part);
      used.set(from, parts);
    }
  }
  let n = 0;
  const lines: string[] = [];
  const kept: string[] = [];
  for (const [from, parts] of used) {
    const named = [...parts].map((part) => {
      const name = `part${n++}`;
      kept.push(name);
      return `${part} as ${name}`;
    });
    if (named.length > 0) lines.push(`import { ${named.join(", ")} } from "${from}";`);
  }
  return [...lines, `globalThis.kept = [${kept.join(", ")}];`, ""].join("\n");
}

/** Of our own packages nothing is a library, and of a library only what the page has loaded. */
function isLoaded(from: string, modules: readonly string[]): boolean {
  if (from.startsWith("@sendwright/")) return false;
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(from) ?? [""];
  // firebase and react-router-dom pass on what packages of their own hold.
  const passes = ["firebase", "react-router-dom", "quill-delta"].includes(name);
  return passes || modules.some((module) => module.includes(`node_modules/${name}/`));
}

/** The names of the exports in use, from what stands between `import` and `from`, and the module's text. */
function partsOf(what: string, text: string): string[] {
  const namespace = /\*\s+as\s+(\w+)/.exec(what)?.[1];
  // What is called of it; its types are not there any more.
  const called = new RegExp(`\\b${namespace}\\.(\\w+)\\(`, "g");
  if (namespace) return [...text.matchAll(called)].map(([, part]) => String(part));
  const byDefault = /^(\w+)/.exec(what) ? ["default"] : [];
  const named = /\{([^}]*)\}/.exec(what)?.[1] ?? "";
  const parts = named.split(",").map((part) => part.trim().split(/\s+as\s+/)[0] ?? "");
  return [...byDefault, ...parts.filter((part) => part !== "" && !part.startsWith("type "))];
}
