import { describe, expect, it } from "vitest";
import { prepareMail } from "./prepareMail.ts";

const rendered = (body: string, name = "Ann") =>
  prepareMail({ subject: "s", body, dateFormat: "iso", timeFormat: "24hr" }).render(new Map([["Name", name]])).html;

describe("the direction of an email's blocks", () => {
  it("is each block's own if an email contains right-to-left letters", () => {
    const html = rendered('<p>שלום {{Name}}</p><p>Hello</p><ol><li data-list="bullet">مرحبا</li></ol>');
    expect(html.match(/<(?:p|li|ul) dir="auto"/g)).toHaveLength(4);
  });

  it("is each block's own even if only a value has such letters", () => {
    expect(rendered("<p>{{Name}}</p>", "דנה")).toContain('<p dir="auto"');
  });

  it("stays as a body sets it, and unset in every other email", () => {
    expect(rendered('<p dir="rtl">שלום</p>')).not.toContain("auto");
    expect(rendered("<p>Hello {{Name}}</p>")).not.toContain("dir=");
  });
});
