import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it, vi } from "vitest";
import { ConfirmProvider } from "../components/Confirm.tsx";
import type { UploadProgress } from "../data/fileUploads.ts";
import { UnsentGuard } from "./UnsentGuard.tsx";

const page = vi.hoisted(() => ({ hasUnsent: false, uploading: null as unknown }));
vi.mock("../features/send/form/SendForms.tsx", () => ({
  useLateForms: () => ({ read: () => ({ bulk: { hasUnsent: () => page.hasUnsent } }) }),
}));
vi.mock("../sending/SendingProvider.tsx", () => ({
  useSendingContext: () => ({ sendings: [{ uploading: () => page.uploading }] }),
}));

const PROGRESS: UploadProgress = {
  files: 1,
  allFiles: 2,
  bytes: 1,
  allBytes: 2,
  isWaiting: false,
};

/** Whether the browser would ask before it closes or reloads the page. */
const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

beforeEach(() => {
  page.hasUnsent = false;
  page.uploading = null;
});

it("asks first while files are uploaded, also if the form was emptied meanwhile", () => {
  render(
    <MemoryRouter>
      <ConfirmProvider>
        <UnsentGuard />
      </ConfirmProvider>
    </MemoryRouter>,
  );
  expect(isAsked()).toBe(false);
  page.uploading = PROGRESS;
  expect(isAsked()).toBe(true);
  page.uploading = null;
  expect(isAsked()).toBe(false);
  page.hasUnsent = true;
  expect(isAsked()).toBe(true);
});
