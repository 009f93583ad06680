/**
 * A folder and what its files may import besides the folder itself. The longest folder that matches
 * a file decides.
 */
export interface Layer {
  /** A `*` is one feature: it may not import the others. */
  folder: string;
  /** Folders and files, from the root; `!` takes one out again. */
  imports: string[];
  /**
   * The packages it may import, or with `!` those it may not. All by default; tests may import any.
   */
  packages?: string[];
  /** Of these folders, only the names that match. */
  names?: Record<string, RegExp>;
}

const server = "functions/src";
const config = `${server}/config.ts`;
const below = ["core", config, `${server}/{http,store,mail,platform}`];
const sends = `${server}/features/sends`;
const engine = `${sends}/engine.ts`;
/**
 * The worker and the sweep read and write through the engine's ledger, so that a test can end them
 * at each step.
 */
const pureStore = {
  [`${server}/store`]:
    /^([A-Z].*|asksForRows|closeWindow|copiesOfRows|count(Calls|Sends)|differentFiles|hashOf|inItsHours|isActive|mailsOfRows|next(CallAt|Hour|SliceOf)|openWindow|quotaOf|readFor|roomNow|rowFilePath|sendDocId|stageOf)$/,
};
const page = "web/src";
const belowSending = ["core", `${page}/{lib,data,components}`, `!${page}/components/plain`];
const fetching = `!${page}/lib/{call,session,firebase,queryClient}.ts`;
const noFetching = ["!@tanstack", "!firebase"];

export const layers: Layer[] = [
  { folder: "core/src/contract", imports: [], packages: ["zod"] },
  { folder: "core/src", imports: [], packages: ["chardet", "mustache", "papaparse"] },
  { folder: "core/src/workbook", imports: ["core"], packages: ["@e965/xlsx", "fflate", "numfmt"] },
  { folder: "core/src/templateFile", imports: ["core"], packages: ["fflate", "zod"] },
  { folder: `${server}/platform`, imports: ["core", config, `${server}/deployment.ts`] },
  { folder: `${server}/mail`, imports: ["core"] },
  { folder: `${server}/store`, imports: ["core", config, `${server}/platform`] },
  { folder: `${server}/http`, imports: ["core", config, `${server}/{store,platform}`] },
  { folder: `${server}/features/*`, imports: below },
  { folder: `${sends}/work`, imports: [...below, engine], names: pureStore },
  {
    folder: `${sends}/maintenance`,
    imports: [...below, engine, `${sends}/work`],
    names: pureStore,
  },
  { folder: `${sends}/present`, imports: [...below, engine, `${sends}/{work,maintenance}`] },
  {
    folder: `${sends}/{accept,control}`,
    imports: [...below, engine, `${sends}/{work,maintenance,present}`],
  },
  { folder: "functions", imports: ["core", "bench", "test"] },
  { folder: `${page}/lib`, imports: ["core"] },
  { folder: `${page}/data`, imports: ["core", `${page}/lib`] },
  {
    folder: `${page}/components`,
    imports: ["core", `${page}/lib`, fetching],
    packages: noFetching,
  },
  {
    folder: `${page}/components/plain`,
    imports: [`${page}/components`],
    packages: ["!@mui", ...noFetching],
  },
  { folder: `${page}/sending`, imports: belowSending },
  { folder: `${page}/features/*`, imports: [...belowSending, `${page}/sending`] },
  {
    folder: `${page}/features/{landing,demo,privacy,get-extension}`,
    imports: ["core", `${page}/{lib,data,components}`],
    packages: ["!@mui"],
  },
  { folder: "web", imports: ["core", "bench", "test"] },
  { folder: "extension", imports: ["core", `${page}/{client,parts}.ts`] },
  { folder: "hosting", imports: [] },
  {
    folder: "local",
    imports: ["hosting", `${page}/app/tokens.ts`, "extension/manifest.mjs", "bench", "test"],
  },
  { folder: "e2e", imports: ["core", "bench", "test"] },
];
