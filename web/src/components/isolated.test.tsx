import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { breakable } from "./breakable.tsx";
import { Notice } from "./ErrorNotice.tsx";
import { isolated } from "./isolated.tsx";

it.each([
  ["Ann <ann@x.org> has a note.", "Ann &lt;ann@x.org&gt; has a note."],
  ["محمد علي <ali@x.org>", "<bdi>محمد علي</bdi> &lt;ali@x.org&gt;"],
  ["For דנה, שרה and 3 more", "For <bdi>דנה</bdi>, <bdi>שרה</bdi> and 3 more"],
])("isolates only the names in %s", (sentence, html) => {
  expect(render(<p>{isolated(sentence)}</p>).container.innerHTML).toBe(`<p>${html}</p>`);
});

it("isolates them in notices and beside addresses", () => {
  const { container } = render(<Notice title="For דנה:">{breakable("שרה (s@x.org)")}</Notice>);
  expect([...container.querySelectorAll("bdi")].map((name) => name.textContent)).toEqual([
    "דנה",
    "שרה",
  ]);
});
