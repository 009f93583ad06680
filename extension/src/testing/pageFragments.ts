/** A piece of a page, and the people whom it shows. */
export interface PageFragment {
  title: string;
  html: string;
  /** `Name <address>`, or the address alone if the page doesn't say the name. */
  people: string[];
  repeated?: string[];
  hidden?: number;
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const head = (...cells: string[]) => `<tr>${cells.map((cell) => `<th>${cell}</th>`).join("")}</tr>`;

export const pageFragments: PageFragment[] = [
  {
    title: "a table with a column Name",
    html: `<table>${head("Name", "Email")}${row("Ann Good", "ann@example.org")}${row("Bo Li", "bo@example.org")}</table>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "first and last names, in another order, with the address in between",
    html: `<table>${head("Last name", "E-mail", "City", "First name")}${row("Good", "ann@example.org", "Graz", "Ann")}</table>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "headers of other languages",
    html: `<table>${head("Nachname", "Vorname", "E-Mail")}${row("Müller", "Jürgen", "jm@example.org")}</table>
      <table>${head("Prénom", "Courriel")}${row("Zoé", "zoe@example.org")}</table>`,
    people: ["Jürgen Müller <jm@example.org>", "Zoé <zoe@example.org>"],
  },
  {
    title: "headers in a first row of ordinary cells",
    html: `<table>${row("Email", "Full name")}${row("ann@example.org", "Ann Good")}</table>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "cells that span columns and rows",
    html: `<table><tr><th colspan="2">Person</th><th>Contact</th></tr>${head("No.", "Name", "Email")}
      <tr><td rowspan="2">1</td><td>Ann Good</td><td>ann@example.org</td></tr>
      <tr><td>Bo Li</td><td>bo@example.org</td></tr>
      <tr><td colspan="2">Cy Young</td><td>cy@example.org</td></tr></table>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>", "Cy Young <cy@example.org>"],
  },
  {
    title: "cells that span the rest of a table's head or body",
    html: `<table><thead><tr><th>Class</th><th rowspan="2">Name</th><th>Email</th></tr></thead><tbody>
      <tr><td rowspan="0">4a</td><td>Ann Good</td><td>q7@example.org</td></tr>
      <tr><td>Bo Li</td><td>z8@example.org</td></tr></tbody></table>`,
    people: ["Ann Good <q7@example.org>", "Bo Li <z8@example.org>"],
  },
  {
    title: "a table without headers",
    html: `<table>${row("1", "Ann Good", "ann@example.org")}${row("2", "Bo Li", "bo@example.org")}</table>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "rows with headers of their own",
    html: `<table><tr><th scope="row">Ann Good</th><td>ann@example.org</td></tr></table>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "a child's name isn't that of the parent who has the address",
    html: `<table>${head("Child", "Email of a parent")}${row("Mia Berger", "petra.h@example.org")}</table>`,
    people: ["petra.h@example.org"],
  },
  {
    title: "a column whose header says nothing, with names that fit the addresses",
    html: `<table>${head("Teacher", "Email")}${row("Ann Good", "a.good@example.org")}${row("Bo Li", "bo.li@example.org")}</table>`,
    people: ["Ann Good <a.good@example.org>", "Bo Li <bo.li@example.org>"],
  },
  {
    title: "two people in a row, each with a name",
    html: `<table>${head("Name", "Email", "Name", "Email")}${row("Ann Good", "ann@example.org", "Bo Li", "bo@example.org")}</table>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "two people in a row, one without a name",
    html: `<table>${head("Name", "Email", "Name", "Email")}${row("Ann Good", "ann@example.org", "", "office@example.org")}</table>`,
    people: ["Ann Good <ann@example.org>", "office@example.org"],
  },
  {
    title: "two addresses of one person",
    html: `<table>${head("Name", "Email", "Private")}${row("Ann Good", "ann@example.org", "ann@home.example")}</table>`,
    people: ["Ann Good <ann@example.org>", "Ann Good <ann@home.example>"],
  },
  {
    title: "a grid of roles",
    html: `<div role="grid"><div role="row"><span role="columnheader">Email</span><span role="columnheader">Name</span></div>
      <div role="row"><span role="gridcell">ann@example.org</span><span role="gridcell">Ann Good</span></div></div>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "a name with a job below it in its cell",
    html: `<table>${head("Name", "Email")}${row("<div>Ann Good</div><div>Head of Sales</div>", "ann@example.org")}</table>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "links with names",
    html: `<p><a href="mailto:ann@example.org">Ann Good</a>, <a href="mailto:bo@example.org?subject=Hi">Bo</a></p>`,
    people: ["Ann Good <ann@example.org>", "Bo <bo@example.org>"],
  },
  {
    title: "links that say what they are",
    html: `<a href="mailto:ann@example.org">Email us</a> <a href="mailto:bo@example.org">Contact</a>`,
    people: ["ann@example.org", "bo@example.org"],
  },
  {
    title: "names written with addresses",
    html: `<p>Ann Good &lt;ann@example.org&gt;, "Li, Bo" &lt;bo@example.org&gt;</p>`,
    people: ["Ann Good <ann@example.org>", '"Li, Bo" <bo@example.org>'],
  },
  {
    title: "a mailto link with a name, and one with several people",
    html: `<a href="mailto:Ann%20Good%20%3Cann@example.org%3E">Write</a>
      <a href="mailto:bo@example.org,cy@example.org?cc=no@example.org">Email the crew</a>`,
    people: ["Ann Good <ann@example.org>", "bo@example.org", "cy@example.org"],
  },
  {
    title: "microdata about people",
    html: `<div itemscope itemtype="https://schema.org/Person"><span itemprop="jobTitle">Chef</span>
      <span itemprop="name">Ann Good</span> <a itemprop="email" href="mailto:ann@example.org">Write</a>
      <div itemprop="worksFor" itemscope itemtype="https://schema.org/Organization"><b itemprop="name">Acme</b></div></div>
      <div itemscope itemtype="http://schema.org/Person"><i itemprop="familyName">Li</i>, <i itemprop="givenName">Bo</i> bo@example.org</div>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "hCards, old and new",
    html: `<div class="vcard"><span class="fn">Ann Good</span> <a class="email" href="mailto:ann@example.org">mail</a></div>
      <div class="h-card"><span class="p-given-name">Bo</span> <span class="p-family-name">Li</span> <span class="u-email">bo@example.org</span></div>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "RDFa about a person",
    html: `<p vocab="https://schema.org/" typeof="Person"><span property="name">Ann Good</span>: <span property="email">ann@example.org</span></p>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "a list, with names before, after and above",
    html: `<ul><li>Ann Good – ann@example.org</li><li>bo@example.org (Bo Li)</li><li><b>Cy Young</b><br>Email: cy@example.org</li></ul>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>", "Cy Young <cy@example.org>"],
  },
  {
    title: "an address that is a part of the one beside or above it",
    html: `<p>Mary Jones – lee@example.org.au<br>Lee Chan – lee@example.org</p>
      <p>Eva Lindberg lindberg@x.org<br>Ola Berg berg@x.org</p>
      <p>Joanna Smith JoAnn@example.org<br>Ann@example.org</p>`,
    people: [
      "Mary Jones <lee@example.org.au>",
      "Lee Chan <lee@example.org>",
      "Eva Lindberg <lindberg@x.org>",
      "Ola Berg <berg@x.org>",
      "Joanna Smith <JoAnn@example.org>",
      "Ann@example.org",
    ],
  },
  {
    title: "a name that ends as a label does",
    html: `<p>Omar Ismail omar@example.org<br>Bo Li e-mail: bo@example.org</p>`,
    people: ["Omar Ismail <omar@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "links as text, with copies",
    html: `<p>mailto:ann@example.org?cc=bo@example.org&amp;subject=Hi</p>`,
    people: ["ann@example.org", "bo@example.org"],
  },
  {
    title: "lines with commas and tabs",
    html: `<pre>Ann Good, ann@example.org</pre><p>Bo Li;bo@example.org</p>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "terms and descriptions",
    html: `<dl><dt>Ann Good</dt><dd>Head of Sales</dd><dd>ann@example.org</dd><dt>Email</dt><dd>info@example.org</dd></dl>`,
    people: ["Ann Good <ann@example.org>", "info@example.org"],
  },
  {
    title: "cards with headings",
    html: `<div class="team"><div><h3>Ann Good</h3><p>Sales</p><p><a href="mailto:ag@example.org">Email</a></p></div>
      <div><h3>Bo Li</h3><p>Press</p><p>bl@example.org</p></div></div>`,
    people: ["Ann Good <ag@example.org>", "Bo Li <bl@example.org>"],
  },
  {
    title: "a heading of a page isn't the name of its one address, unless it fits",
    html: "<section><h1>Green Valley School</h1><p>office@example.org</p></section>",
    people: ["office@example.org"],
  },
  {
    title: "the page of one person",
    html: "<section><h1>Ann Good</h1><p>Painter</p><p>studio: ann.good@example.org</p></section>",
    people: ["Ann Good <ann.good@example.org>"],
  },
  {
    title: "a sentence around an address has no name",
    html: "<p>Questions? Please write to Ann Good at ann@example.org before Monday.</p>",
    people: ["ann@example.org"],
  },
  {
    title: "an address once in its entry, although its link and text both have it",
    html: `<ul><li><a href="mailto:ann@example.org"><img alt=""></a> <a href="mailto:ann@example.org">ann@example.org</a> Ann</li></ul>`,
    people: ["ann@example.org"],
  },
  {
    title: "the same person in two rows, and another one with the same address",
    html: `<table>${head("Name", "Email")}${row("Ann Good", "ann@example.org")}${row("Ann Good", "ANN@example.org")}${row("Al Good", "ann@example.org")}</table>`,
    people: ["Ann Good <ann@example.org>"],
    repeated: ["Ann Good <ANN@example.org>", "Al Good <ann@example.org>"],
  },
  {
    title: "hidden rows, names and elements are counted, not collected",
    html: `<table>${head("Name", "Email")}${row("Ann Good", "ann@example.org")}<tr style="display:none"><td>Eve</td><td>eve@example.org</td></tr>
      <tr><td style="display:none">Secret Name</td><td>bo@example.org</td></tr></table><p hidden>ivy@example.org</p>
      <script>const a = "script@example.org"</script><template>t@example.org</template><textarea>field@example.org</textarea>`,
    people: ["Ann Good <ann@example.org>", "bo@example.org"],
    hidden: 2,
  },
  {
    title: "mistyped addresses stay, with their names",
    html: `<table>${head("Name", "Email")}${row("Lucia Romero", "lucia.romero@mail,example")}${row("Ann Good", "ann@@example.org")}${row("Bo Li", "bo@example")}</table>`,
    people: [
      "Lucia Romero <lucia.romero@mail,example>",
      "Ann Good <ann@@example.org>",
      "Bo Li <bo@example>",
    ],
  },
  {
    title: "what isn't meant as an address",
    html: "<p>@handle, 5 @ 3 each, left-pad@1.3.0, https://medium.com/@ann, twitter@ and @</p>",
    people: [],
  },
  {
    title: "names with markup, direction marks, line breaks and 10,000 characters",
    html: `<table>${head("Name", "Email")}${row("&lt;img src=x onerror=alert(1)&gt;", "a@example.org")}
      ${row("\u202eAnn\u2066 Good\u200b", "b@example.org")}${row("Bo<br>Li", "c@example.org")}${row("x".repeat(10_000), "d@example.org")}</table>`,
    people: ["a@example.org", "Ann Good <b@example.org>", "Bo <c@example.org>", "d@example.org"],
  },
  {
    title: "names that are addresses",
    html: `<table>${head("Name", "Email")}${row("ann@example.org", "ann@example.org")}${row("other@example.org", "bo@example.org")}</table>`,
    people: ["ann@example.org", "other@example.org", "bo@example.org"],
  },
  {
    title: "a form's values and placeholders aren't part of the page's text",
    html: `<input value="input@example.org" placeholder="you@example.org"><select><option>opt@example.org</option></select>`,
    people: [],
  },
  {
    title: "a table for the layout around a list of people",
    html: `<table><tr><td>Menu</td><td><ul><li>Ann Good: ann@example.org</li><li>Bo Li: bo@example.org</li></ul></td></tr></table>`,
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "a form whose fields are named like properties of elements",
    html: `<form><input name="children"><input name="closest"><input name="parentElement"><input name="textContent"><input name="childNodes"><input name="nodeName">
      Ann Good: ann@example.org</form>`,
    people: ["Ann Good <ann@example.org>"],
  },
  {
    title: "lines of plain text, as mail programs show them",
    html: "<pre>Ann Good, ann@example.org\nBo Li, bo@example.org</pre>",
    people: ["Ann Good <ann@example.org>", "Bo Li <bo@example.org>"],
  },
  {
    title: "a mailto link in which one address can't be decoded",
    html: `<a href="mailto:%E0%A4%A@example.org,ann%40example.org?to=bo@example.org">Write</a>`,
    people: ["%E0%A4%A@example.org", "ann@example.org", "bo@example.org"],
  },
  {
    title: "two columns of one name that disagree",
    html: `<table>${head("Name", "Name", "Email")}${row("Ann Good", "Bo Li", "boss@example.org")}${row("Cy Young", "", "cy@example.org")}</table>`,
    people: ["boss@example.org", "Cy Young <cy@example.org>"],
  },
];
