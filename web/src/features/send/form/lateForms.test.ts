import { expect, it, vi } from "vitest";
import { LateForms } from "./lateForms.ts";

const again = {
  mode: "manual",
  templateId: null,
  body: "",
  values: {},
  dateFormat: "iso",
  timeFormat: "24hr",
  startAt: null,
} as const;

it("makes the forms with the first event, which they follow in its order with the next ones", async () => {
  const forms = new LateForms("uid-ada");
  const stop = vi.fn();
  const begin = vi.fn(() => stop);
  const end = forms.whenMade(begin);
  for (const subject of ["First", "Second"]) {
    forms.onEvent("bulk", { type: "reused", send: { ...again, subject } });
  }
  expect(forms.read()).toBeNull();
  expect(begin).not.toHaveBeenCalled();
  await expect.poll(() => begin.mock.calls.length).toBe(1);
  const bulk = forms.read()?.bulk;
  expect(bulk?.read().subject).toBe("Second");
  expect(bulk?.unsentEmails().map(({ form }) => form.subject)).toEqual(["First"]);
  expect(forms.read()?.direct.hasUnsent()).toBe(false);
  forms.announce();
  expect(begin).toHaveBeenCalledOnce();
  end();
  expect(stop).toHaveBeenCalledOnce();
  // The script is here now, so nothing waits.
  expect(new LateForms("uid-ada").read()).not.toBeNull();
});
