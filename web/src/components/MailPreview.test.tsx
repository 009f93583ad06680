import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { MailPreview, type MailPreviewProps } from "./MailPreview.tsx";
import { hasRemoteImages, mailDocument } from "./mailDocument.ts";

const HTML = '<p>Dear <span data-variable="Name" data-type="text">Ada</span></p>';

function show(more: Partial<MailPreviewProps> = {}) {
  render(<MailPreview from="me@example.com" to="ada@example.com" subject="Hello" html={HTML} {...more} />);
}
const source = () => screen.getByTitle("Body of the mail").getAttribute("srcdoc") ?? "";

describe("the mail preview", () => {
  it("shows From, To, Subject and the files", () => {
    show({ attachments: [{ name: "talk.pdf", size: 1536 }] });
    for (const text of ["me@example.com", "ada@example.com", "Hello", "talk.pdf", "1.50 KB"]) {
      expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
    }
  });

  it("runs nothing: sandboxed without scripts, with a policy of its own", () => {
    show();
    const frame = screen.getByTitle("Body of the mail");
    expect(frame.getAttribute("sandbox")).not.toContain("allow-scripts");
    expect(source()).toContain("default-src 'none'");
    expect(source()).toContain(HTML);
  });

  it("switches between HTML and plain text", async () => {
    show({ text: "Dear Ada" });
    await userEvent.click(screen.getByLabelText("Plain text"));
    expect(screen.getByText("Dear Ada")).toBeInTheDocument();
    expect(screen.queryByTitle("Body of the mail")).toBeNull();
  });

  it("switches the underlines of values off", async () => {
    show();
    const before = source();
    await userEvent.click(screen.getByLabelText("Underline values"));
    expect(source()).not.toBe(before);
    expect(source()).not.toContain("[data-variable]:not");
  });

  it("loads pictures of other sites only when asked to", async () => {
    show({ html: '<p><img src="https://example.com/pixel.gif"></p>' });
    expect(source()).toContain("img-src data:;".slice(0, -1));
    expect(source()).not.toContain("img-src data: https:");
    await userEvent.click(screen.getByRole("button", { name: "Load them" }));
    expect(source()).toContain("img-src data: https:");
    expect(screen.queryByRole("button", { name: "Load them" })).toBeNull();
  });
});

describe("a mail's document", () => {
  it.each([
    ['<img src="https://a.de/x.png">', true],
    ["<IMG alt='' SRC = //a.de/x.png>", true],
    ['<img src="data:image/png;base64,AA">', false],
    ['<a href="https://a.de/x.png">x</a>', false],
  ])("%s has pictures of other sites: %s", (html, expected) => {
    expect(hasRemoteImages(html)).toBe(expected);
  });

  it("marks holes even without underlines", () => {
    expect(mailDocument("", { images: false, marks: false })).toContain("[data-missing]");
  });
});
