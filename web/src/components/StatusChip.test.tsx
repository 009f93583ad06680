import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ShownStatus, STATUS_WORDS } from "@sendwright/core/sends/statusWords";
import { render, screen } from "@testing-library/react";
import {
  CircleCheck,
  CircleDashed,
  CircleSlash,
  CircleStop,
  CircleX,
  type LucideIcon,
  Send,
  TriangleAlert,
} from "lucide-react";
import { describe, expect, it } from "vitest";
import { StatusChip } from "./StatusChip.tsx";

const sheet = readFileSync(join(import.meta.dirname, "StatusChip.module.css"), "utf8");
const ICONS: Record<ShownStatus, LucideIcon> = {
  queued: CircleDashed,
  sending: Send,
  sent: CircleCheck,
  failed: CircleX,
  skipped: CircleSlash,
  warning: TriangleAlert,
  cancelled: CircleStop,
};

/** The attributes of a drawing that don't change its shape. */
const LOOKS = ["svg.class", "svg.aria-hidden", "svg.width", "svg.height", "svg.stroke"];

/** A drawing's elements with the attributes that make its shape. */
function shapeOf(markup: string): unknown[] {
  const box = document.createElement("div");
  box.innerHTML = markup;
  return [...box.querySelectorAll("*")].map(({ localName, attributes }) => [
    localName,
    [...attributes]
      .filter(({ name }) => !LOOKS.includes(`${localName}.${name}`))
      .map(({ name, value }) => `${name}=${value}`)
      .sort(),
  ]);
}

describe.each(Object.entries(ICONS) as [ShownStatus, LucideIcon][])("%s", (status, Icon) => {
  it("has its word and nothing but it: each element of a row makes scrolling slower", () => {
    render(<StatusChip status={status} />);
    const chip = screen.getByText(STATUS_WORDS[status]);
    expect(chip).toHaveAttribute("data-status", status);
    expect(chip.children).toHaveLength(0);
  });

  it("has lucide's icon and a color of its own", () => {
    const [, look = ""] =
      new RegExp(`^\\.status\\[data-status="${status}"\\] \\{(.*?)^\\}`, "ms").exec(sheet) ?? [];
    const [, drawn = ""] = /--icon: url\("data:image\/svg\+xml,(.*?)"\);/.exec(look) ?? [];
    const { container } = render(<Icon />);
    expect(shapeOf(drawn)).toEqual(shapeOf(container.innerHTML));
    expect(look).toMatch(
      /^ {2}background-color: var\(--[a-z]+-tint\);\n {2}color: var\(--[a-z]+\);/m,
    );
  });
});
