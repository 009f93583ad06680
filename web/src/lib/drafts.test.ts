import { describe, expect, it, vi } from "vitest";
import { MAX_DRAFTS, storeDrafts, storedDraft } from "./drafts.ts";
import { forgetDrafts } from "./forgetDrafts.ts";
import { forgetEverything } from "./remembered.ts";

const put = (uid: string, drafts: Record<string, object | null>) =>
  storeDrafts(uid, new Map(Object.entries(drafts)));

describe("the drafts of a tab", () => {
  it("are restored for their person and for no one else", () => {
    expect(put("uid-ada", { direct: { a: 1 }, bulk: null })).toBe("kept");
    expect(storedDraft("uid-ada", "direct")).toEqual({ a: 1 });
    expect([storedDraft("uid-ada", "bulk"), storedDraft("uid-grace", "direct")]).toEqual([
      null,
      null,
    ]);
  });

  it("are deleted when the form is empty", () => {
    put("uid-ada", { direct: { a: 1 } });
    put("uid-ada", { direct: null });
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("are forgotten: all at a logout, those of others at a change of the account", () => {
    put("uid-ada", { direct: { a: 1 } });
    put("uid-grace", { direct: { a: 2 } });
    sessionStorage.setItem("sendwright:of:uid-ada:attempt:direct", "{}");
    forgetDrafts("uid-grace");
    expect([storedDraft("uid-ada", "direct"), storedDraft("uid-grace", "direct")]).toEqual([
      null,
      { a: 2 },
    ]);
    forgetDrafts();
    expect(Object.keys(sessionStorage)).toEqual(["sendwright:of:uid-ada:attempt:direct"]);
    put("uid-ada", { direct: { a: 1 } });
    forgetEverything();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it("are at most 2 MB in total: drops the largest, and brings no older one back", () => {
    put("uid-ada", { direct: { a: 1 }, bulk: { a: "old" } });
    const text = "é".repeat(MAX_DRAFTS / 2);
    expect(put("uid-ada", { direct: { a: 2 }, bulk: { text } })).toBe("too-large");
    expect([storedDraft("uid-ada", "direct"), storedDraft("uid-ada", "bulk")]).toEqual([
      { a: 2 },
      null,
    ]);
  });

  it("are deleted after 24 hours", () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-20T10:00:00Z") });
    put("uid-ada", { bulk: { a: 1 } });
    vi.setSystemTime(Date.parse("2026-11-21T09:59:59Z"));
    expect(storedDraft("uid-ada", "bulk")).toEqual({ a: 1 });
    vi.setSystemTime(Date.parse("2026-11-21T10:00:00Z"));
    expect(storedDraft("uid-ada", "bulk")).toBeNull();
    expect(Object.keys(sessionStorage)).toEqual([]);
  });

  it.each(['{"a":1}', "{", "undefined", '"'])("are ignored if the store has %j", (text) => {
    sessionStorage.setItem("sendwright:of:uid-ada:draft:bulk", text);
    expect(storedDraft("uid-ada", "bulk")).toBeNull();
  });

  it("are empty if the browser stores nothing, or has no room", () => {
    const refuse = () => {
      throw new DOMException("Full.", "QuotaExceededError");
    };
    vi.stubGlobal("sessionStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
    expect(put("uid-ada", { direct: { a: 1 } })).toBe("refused");
    expect(storedDraft("uid-ada", "direct")).toBeNull();
    expect(() => forgetDrafts()).not.toThrow();
  });
});
