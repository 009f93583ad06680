import { describe, expect, it } from "vitest";
import { prepareMail } from "./prepareMail.ts";

const rendered = (body: string, name = "Ann") =>
  prepareMail({ subject: "s", body, dateFormat: "iso", timeFormat: "24hr" }).render(new Map([["Name", name]])).html;

describe("the direction of a mail's blocks", () => {
  it("is each block's own where a mail holds letters that are read from the right", () => {
    const html = rendered('<p>שלום {{Name}}</p><p>Hello</p><ol><li data-list="bullet">مرحبا</li></ol>');
    expect(html.match(/<(?:p|li|ul) dir="auto"/g)).toHaveLength(4);
  });

  it("is each block's own also when only a value has such letters", () => {
    expect(rendered("<p>{{Name}}</p>", "דנה")).toContain('<p dir="auto"');
  });

  it("is left as a body says it, and unsaid in every other mail", () => {
    expect(rendered('<p dir="rtl">שלום</p>')).not.toContain("auto");
    expect(rendered("<p>Hello {{Name}}</p>")).not.toContain("dir=");
  });
});
