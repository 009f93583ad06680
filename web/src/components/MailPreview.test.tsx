import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { button, clickButton, queryButton } from "../testing/buttons.ts";
import { MailPreview, type MailPreviewProps } from "./MailPreview.tsx";
import { fillPaper, forbidPictures, hasRemoteImages, MAIL_PAPER } from "./mailPaper.ts";

const HTML = '<p>Dear <span data-variable="Name" data-type="text">Ada</span></p>';

function show(more: Partial<MailPreviewProps> = {}) {
  render(
    <MailPreview
      from="me@example.com"
      to="ada@example.com"
      subject="Hello"
      html={HTML}
      {...more}
    />,
  );
}
const frame = () => screen.getByTitle<HTMLIFrameElement>("Email body");

/** The frame's paper, as if it had just been loaded: in a test no frame loads anything. */
function loadPaper(): Document {
  const paper = document.implementation.createHTMLDocument();
  Object.defineProperty(frame(), "contentDocument", { value: paper });
  fireEvent.load(frame());
  return paper;
}
const policyOf = (paper: Document) =>
  paper.querySelector("meta[http-equiv]")?.getAttribute("content");

describe("the email preview", () => {
  it("shows From, To, Subject and the files", () => {
    show({ attachments: [{ name: "talk.pdf", size: 1536 }] });
    for (const text of ["me@example.com", "ada@example.com", "Hello", "talk.pdf", "1.50 KB"]) {
      expect(screen.getByText(text, { exact: false })).toBeInTheDocument();
    }
  });

  it("says that Gmail would show only a part of it", () => {
    show({ html: `<p>${"a".repeat(129_000)}</p>` });
    expect(
      screen.getByText(
        "Gmail shows only the first part of emails over 102 kB. This one has about 130 kB.",
      ),
    ).toBeInTheDocument();
  });

  it("says nothing about the size of an email that Gmail shows", () => {
    show({ html: `<p>${"a".repeat(101_900)}</p>` });
    expect(screen.queryByText(/Gmail shows only/)).toBeNull();
  });

  it("has the email above the choices of how to show it", () => {
    show({ text: "Dear Ada", actions: <button type="button">Skip</button> });
    const places = [screen.getByText("Hello"), frame(), ...screen.getAllByRole("radio")];
    places.push(screen.getByLabelText("Underline values"), button("Skip"));
    const isBefore = (one: HTMLElement, next: HTMLElement | undefined) =>
      next === undefined || one.compareDocumentPosition(next) === Node.DOCUMENT_POSITION_FOLLOWING;
    expect(places.every((place, at) => isBefore(place, places[at + 1]))).toBe(true);
  });

  it("runs no scripts: on its own paper, sandboxed", () => {
    show();
    expect(frame().getAttribute("sandbox")).not.toContain("allow-scripts");
    expect(frame().getAttribute("src")).toBe(MAIL_PAPER);
    expect(frame()).not.toHaveAttribute("srcdoc");
    expect(loadPaper().body.innerHTML).toBe(HTML);
  });

  it("shows the pictures of the email by their bytes, and boxes in place of others", () => {
    const [known, lost, loading] = ["1", "2", "3"].map((n) => `picture-000000000000000${n}.png`);
    const html = [known, lost, loading].map((name) => `<img src="cid:${name}" alt="">`).join("");
    show({ html, pictures: { [String(known)]: "data:image/png,x", [String(lost)]: null } });
    const sources = [...loadPaper().querySelectorAll("img")].map(({ src }) =>
      decodeURIComponent(src),
    );
    expect(sources[0]).toBe("data:image/png,x");
    expect(sources[1]).toContain("This picture is missing");
    expect(sources[2]).toMatch(/^data:image\/svg\+xml,.*>Picture</);
  });

  it("switches between HTML and plain text", async () => {
    show({ text: "Dear Ada" });
    await userEvent.click(screen.getByLabelText("Plain text"));
    expect(screen.getByText("Dear Ada")).toBeInTheDocument();
    expect(screen.queryByTitle("Email body")).toBeNull();
  });

  it("shows another email on the same paper", () => {
    const props = { from: "me@example.com", to: "ada@example.com", subject: "Hello" };
    const { rerender } = render(<MailPreview {...props} html="<p>One</p>" />);
    const paper = loadPaper();
    rerender(<MailPreview {...props} html="<p>Two</p>" />);
    expect(paper.body.innerHTML).toBe("<p>Two</p>");
  });

  it("switches the underlines of values off", async () => {
    show();
    const paper = loadPaper();
    const isMarked = () => paper.documentElement.hasAttribute("data-marks");
    expect(isMarked()).toBe(true);
    await userEvent.click(screen.getByLabelText("Underline values"));
    expect(isMarked()).toBe(false);
  });

  it("loads pictures of other sites only when asked to, on another paper", async () => {
    show({ html: '<p><img src="https://example.com/pixel.gif"></p>' });
    const before = frame();
    expect(policyOf(loadPaper())).toBe("img-src data:");
    await clickButton("Load them");
    expect(frame()).not.toBe(before);
    expect(policyOf(loadPaper())).toBeUndefined();
    expect(queryButton("Load them")).toBeNull();
  });
});

describe("an email's paper", () => {
  it.each([
    ['<img src="https://a.de/x.png">', true],
    ["<IMG alt='' SRC = //a.de/x.png>", true],
    ['<img src="data:image/png;base64,AA">', false],
    ['<a href="https://a.de/x.png">x</a>', false],
  ])("%s has pictures of other sites: %s", (html, expected) => {
    expect(hasRemoteImages(html)).toBe(expected);
  });

  it("forbids pictures before there is one", () => {
    const paper = document.implementation.createHTMLDocument();
    forbidPictures(paper);
    expect(policyOf(paper)).toBe("img-src data:");
    expect(paper.head.contains(paper.querySelector("meta[http-equiv]"))).toBe(true);
  });

  it("keeps the start of an email in its body", () => {
    const paper = document.implementation.createHTMLDocument();
    fillPaper(paper, "<style>p{color:red}</style><p>Hello</p>", false);
    expect(paper.body.innerHTML).toBe("<style>p{color:red}</style><p>Hello</p>");
  });
});
