import { expect, test } from "vitest";
import { personalData } from "./personalData.ts";

const LINE = '>  {"severity":"WARNING","message":"request refused","request_id":"476aff36","reason":"invalid_input"}';

test.each([
  ['>  {"message":"no grant for ada@example.com"}', "an address"],
  [">  GET /api/x?to=ada%40example.co.uk", "an address"],
  [">  Bearer eyJhbGciOiJub25lIn0.eyJuYW1lIjoiQWRhIn0.", "a token"],
  ["\u001b[90m>\u001b[39m  Ada.Lovelace+x@example.org", "an address"],
])("%s holds %s", (line, what) => {
  expect(personalData(`${LINE}\n${line}\n`)).toMatchObject([{ line: 2, what }]);
});

test.each([
  LINE,
  ">  at /work/node_modules/@google-cloud/storage/build/file.js:12",
  ">  yazl@3.3.1 local@demo-sendwright.iam.gserviceaccount.com",
  "i  hosting: 127.0.0.1 GET /api/templates for ada@example.com",
])("%s holds nothing, or is not ours", (line) => {
  expect(personalData(line)).toEqual([]);
});
