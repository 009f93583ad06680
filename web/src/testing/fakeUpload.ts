import { vi } from "vitest";
import type { Seen } from "./fakeApi.ts";

/** An upload in progress, which a test continues, ends or breaks. */
export interface Upload extends Seen {
  body: FormData;
  progress: (part: number) => void;
  answer: (status: number, body: unknown) => void;
  breakOff: () => void;
}

/** Stands in for XMLHttpRequest, by which uploads travel; returns those that have begun. */
export function fakeUploads(): Upload[] {
  const uploads: Upload[] = [];
  class FakeRequest {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = "";
    onload?: () => void;
    onerror?: () => void;
    onabort?: () => void;
    #to = { method: "", url: "" };
    #headers: Record<string, string> = {};
    open(method: string, url: string) {
      this.#to = { method, url };
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name] = value;
    }
    getResponseHeader() {
      return null;
    }
    abort() {
      this.onabort?.();
    }
    send(body: FormData) {
      uploads.push({
        ...this.#to,
        headers: this.#headers,
        body,
        progress: (part) => this.upload.onprogress?.({ loaded: part * 100, total: 100 }),
        answer: (status, answer) => {
          this.status = status;
          this.responseText = JSON.stringify(answer);
          this.onload?.();
        },
        breakOff: () => this.onerror?.(),
      });
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return uploads;
}
