import { addAttachment } from "@sendwright/core/contract";
import { waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { aPage, caught } from "../testing/clientPage.ts";
import { fakeApi, json } from "../testing/fakeApi.ts";
import { firebase, firebaseAppModule, firebaseAuthModule } from "../testing/fakeFirebase.ts";

vi.mock("firebase/auth", () => firebaseAuthModule());
vi.mock("firebase/app", () => firebaseAppModule());

beforeEach(() => {
  firebase.reset();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});

describe("an upload with progress", () => {
  /** As much of XMLHttpRequest as the client uses. */
  class FakeXhr {
    static last: FakeXhr | undefined;
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    onload = () => undefined as unknown;
    onerror = () => undefined as unknown;
    onabort = () => undefined as unknown;
    status = 0;
    responseText = "";
    opened: string[] = [];
    headers: Record<string, string> = {};
    constructor() {
      FakeXhr.last = this;
    }
    open(...opened: string[]) {
      this.opened = opened;
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value;
    }
    getResponseHeader() {
      return null;
    }
    send() {}
    abort() {
      this.onabort();
    }
  }

  async function anUpload(signal?: AbortSignal) {
    FakeXhr.last = undefined;
    vi.stubGlobal("XMLHttpRequest", FakeXhr);
    fakeApi(() => json(200, { success: true, templates: [] }));
    const { call } = await aPage();
    const parts: number[] = [];
    const files = { file: [new File(["x"], "x.pdf")] };
    const done = call(addAttachment, { id: "t1" }, { files, signal, onProgress: (part) => parts.push(part) });
    done.catch(() => undefined);
    await waitFor(() => expect(FakeXhr.last?.opened).toEqual(["POST", "/api/template/t1/attachments"]));
    return { done, parts, xhr: FakeXhr.last as unknown as FakeXhr };
  }

  it("tells how far it is and gives the answer", async () => {
    const { done, parts, xhr } = await anUpload();
    expect(xhr.headers.authorization).toBe("Bearer token-1");
    xhr.upload.onprogress?.({ loaded: 1, total: 4 });
    const attachment = { original_filename: "x.pdf", storage_path: "p", size: 1, content_type: "application/pdf" };
    Object.assign(xhr, { status: 200, responseText: JSON.stringify({ success: true, attachment }) });
    xhr.onload();
    expect(await done).toMatchObject({ attachment });
    expect(parts).toEqual([0.25]);
  });

  it("fails when the connection does", async () => {
    const { done, xhr } = await anUpload();
    xhr.onerror();
    expect((await caught(done)).reason).toBe("no_answer");
  });

  it("can be stopped", async () => {
    const stop = new AbortController();
    const { done } = await anUpload(stop.signal);
    stop.abort();
    await expect(done).rejects.toMatchObject({ name: "AbortError" });
  });
});
