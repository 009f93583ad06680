/** `npm run headers`: writes the production headers of headers.ts into firebase.json. */
import { readFileSync, writeFileSync } from "node:fs";
import { hostingHeaders, productionOrigins } from "./headers.ts";

const path = new URL("../firebase.json", import.meta.url);
const config = JSON.parse(readFileSync(path, "utf8"));
config.hosting.headers = hostingHeaders(productionOrigins, { https: true });
writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
