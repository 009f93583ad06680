import { KEPT } from "@sendwright/core/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it } from "vitest";
import { OPERATOR } from "../../lib/operator.ts";
import { PrivacyText, REGION } from "./PrivacyText.tsx";

const html = () => renderToStaticMarkup(<PrivacyText />);

const real = { ...KEPT };
afterEach(() => void Object.assign(KEPT, real));

it("names the server's own times of deletion", () => {
  // Different numbers from today's: a number written into the text would not change.
  Object.assign(KEPT, {
    hoursAfterEnd: 1_001,
    daysOfLife: 1_002,
    daysOfRows: 1_003,
    daysOfFiles: 1_004,
    hoursOfUploads: 1_005,
    daysOfVersions: 1_006,
  });
  const text = html().replace(/<[^>]*>/g, "");
  expect(text).toContain("for 1001 hours after that");
  expect(text).toContain("at most 1002 days after");
  expect(text).toContain("values 1003 days after the start");
  expect(text).toContain("files 1004 days after we stored them");
  expect(text).toContain("delete these uploads 1005 hours later");
  expect(text).toContain("keep the text before for up to 1006 days");
});

it("says what stays after a deletion", () => {
  const text = html().replace(/<[^>]*>/g, "");
  expect(text).toMatch(
    /This stays, under a scrambled form .*: how many emails you sent .*how much you used Sendwright, .*and a stop of your sends/s,
  );
  expect(text).toMatch(
    /If we stop your sends, .*until we end it\. If you delete your account, we keep it under/s,
  );
});

it("names who runs it, and links Google's Limited Use policy", () => {
  for (const text of [
    OPERATOR.name,
    REGION,
    `href="${OPERATOR.imprint}"`,
    `mailto:${OPERATOR.contact}`,
  ])
    expect(html()).toContain(text);
  expect(html()).toContain(
    'href="https://developers.google.com/terms/api-services-user-data-policy"',
  );
  expect(html()).toContain("including the Limited Use requirements");
});
