import { describe, expect, it } from "vitest";
import { inlineStyles } from "./inlineStyles.ts";
import { normalizeBody } from "./normalizeBody.ts";
import { plainText } from "./plainText.ts";
import { sanitizeBody } from "./sanitizeBody.ts";

/**
 * Based on the clipboard contents of these programs. The editor handles them its own way; this is how they arrive
 * without it.
 */
const PASTED: [program: string, html: string, mail: string, text: string][] = [
  [
    "Word",
    `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {mso-style-unhide:no; margin:0cm;} --></style>
<!--[if gte mso 9]><xml><o:OfficeDocumentSettings/></xml><![endif]--></head>
<body lang=DE style='tab-interval:35.4pt'><!--StartFragment-->

<p class=MsoNormal style='margin-bottom:8.0pt;mso-line-height-rule:exactly'><b><span style='font-size:11.0pt;mso-fareast-language:EN-US'>Guten
Tag</span></b><span lang=EN-US>,<o:p></o:p></span></p>

<p class=MsoNormal align=center style='text-align:center'><span style='color:red'>mitte</span></p>

<p class=MsoNormal><o:p>&nbsp;</o:p></p>

<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·</span><![endif]> Punkt</p>

<!--EndFragment--></body></html>`,
    '<p><strong>Guten Tag</strong>,</p><p style="text-align:center">mitte</p><p>&nbsp;</p><p>· Punkt</p>',
    "Guten Tag,\nmitte\n\n· Punkt",
  ],
  [
    "Google Docs",
    `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial;color:#000000;">Hello </span><a href="https://example.com" style="text-decoration:none;"><span style="color:#1155cc;">there</span></a></p><br /><ul style="margin-top:0;"><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>one</span></p></li></ul></b><br class="Apple-interchange-newline">`,
    '<p dir="ltr">Hello <a href="https://example.com" target="_blank" rel="noopener noreferrer">there</a></p><br><ul><li dir="ltr"><p dir="ltr">one</p></li></ul><br>',
    "Hello there <https://example.com>\n\n - one",
  ],
  [
    "Gmail",
    `<div dir="ltr">Hi Ada,<div><br></div><div>see you&nbsp;<b>soon</b>.</div><div><ul><li>one</li></ul></div><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex">quoted</blockquote></div>`,
    '<div dir="ltr">Hi Ada,<div><br></div><div>see you <strong>soon</strong>.</div><div><ul><li>one</li></ul></div><blockquote>quoted</blockquote></div>',
    "Hi Ada,\n\nsee you soon.\n - one\n> quoted",
  ],
  [
    "Excel",
    `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style><!--table {mso-displayed-decimal-separator:"\\,";} .xl65 {border:.5pt solid windowtext;}--></style></head><body link="#0563C1">
<table border=0 cellpadding=0 cellspacing=0 width=128 style='border-collapse:collapse;width:96pt'>
<!--StartFragment-->
 <col width=64 span=2 style='width:48pt'>
 <tr height=20 style='height:15.0pt'>
  <td height=20 class=xl65 width=64 style='height:15.0pt;width:48pt'>Name</td>
  <td class=xl65 align=right colspan=2 style='border-left:none'>12,5</td>
 </tr>
<!--EndFragment-->
</table></body></html>`,
    '<table><tr><td>Name</td><td colspan="2">12,5</td></tr></table>',
    "Name   12,5",
  ],
];

describe("bodies pasted from", () => {
  it.each(PASTED)("%s arrive clean", (_, html, mail, text) => {
    const clean = sanitizeBody(html);
    expect(sanitizeBody(clean)).toBe(clean);
    expect(normalizeBody(clean)).toBe(mail);
    expect(normalizeBody(mail)).toBe(mail);
    expect(plainText(inlineStyles(mail))).toBe(text);
  });
});
