/** `npm run headers`: writes the production headers of headers.mjs into firebase.json. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hostingHeaders, productionOrigins } from "./headers.mjs";
import { root } from "./places.mjs";

const path = join(root, "firebase.json");
const config = JSON.parse(readFileSync(path, "utf8"));
config.hosting.headers = hostingHeaders(productionOrigins, { https: true });
writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
