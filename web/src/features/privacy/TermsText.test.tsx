import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router-dom";
import { expect, it } from "vitest";
import { TermsText } from "./TermsText.tsx";

it("forbids writing to strangers, and says what the extension's list of addresses is for", () => {
  const page = (
    <MemoryRouter>
      <TermsText />
    </MemoryRouter>
  );
  const text = renderToStaticMarkup(page)
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ");
  expect(text).toContain("Write only to people who can expect an email from you");
  expect(text).toMatch(
    /addresses that you bought or guessed, and don.*t harvest them from websites/,
  );
  expect(text).toMatch(
    /extension lists the addresses on a page that you are looking at.*It isn.*t for finding new people/,
  );
});
