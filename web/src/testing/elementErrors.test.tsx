import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";

/** The error of a query for a text that is absent. */
function failedQuery(): unknown {
  try {
    return screen.getByText("absent");
  } catch (error) {
    return error;
  }
}

test("A failed query prints the document when its message is read, and only then", () => {
  render(<p>present</p>);
  const printed = vi.spyOn(Element.prototype, "outerHTML", "get");
  const error = failedQuery();
  expect(printed).not.toHaveBeenCalled();
  expect(error).toHaveProperty("name", "TestingLibraryElementError");
  expect(error).toHaveProperty(
    "message",
    expect.stringMatching(/^Unable to find an element with the text: absent.*present/s),
  );
  expect(printed).toHaveBeenCalled();
});

test("A query that waits in vain prints the document as it is at the end", async () => {
  render(<p>present</p>);
  const absent = screen.findByText("absent", undefined, { timeout: 1 });
  await expect(absent).rejects.toThrow(/absent.*present/s);
});
