/**
 * The texts that cost most of all that the search has found (search.ts), and those that once held a server up: a reader's name, a unit
 * that is repeated, and another one of which the second half is made.
 */
export const FOUND: readonly [reader: string, first: string, second: string][] = [
  // What once held a server up, as far as it is not refused.
  ["normalizeBody", " ", ""],
  ["code", "<br>", ""],
  ["value of a mail", "a\n", ""],
  ["mail", '<a href="{{a}}"></a>', ""],
  ["mail", '<td colspan="20" rowspan="20">x</td>', ""],
  ["readCsv", ",", ""],
  ["a bulk send's rows", "a", ""],
  ["a bulk send's rows", "a\u2028", ""],
  ["readCsv", "\n", ""],
  ["readCsv", "\n>", ""],
  ["a bulk send's file", "\r\na", ""],
  ["quotes of a mail", "<br>", ""],
  // What the search has found since.
  ["a bulk send's file", "<a |\n-", ""],
  ["a bulk send's file", '&nbsp;<li\r\n class="qindent-8">', ""],
  ["readCsv", "\n{{a <li>", ""],
  ["readCsv", ":</table>", "\ufeff\n"],
  ["columns", ",", "</pre>"],
  ["splitRecipients", "<a", "@</b>"],
  ["splitRecipients", "<a", "@<א<א<a>>"],
  ["splitRecipients", "<", "\0&amp;ü<li><b><span>1/2/2025"],
  ["splitRecipients", "]]>,<h1></", ""],
  ["mail", "> </p>", ""],
  ["mail", "{{/{{{</p>", ""],
  ["mail", '<</ul><li data-list="ordered">', ""],
  ["mail of a long value", "{</p>", ""],
  ["mail of a long value", "<hr>\u200b{{#]]>", "<li>{"],
  ["mail of a long value", ";<td>", ""],
  ["a bulk send's rows", '</table><a href="{{a}}">\u0301<i>', ""],
  ["normalizeBody", "</p>😀", ""],
  ["code", ".<hr>", ""],
  ["value of a mail", "<<p>", ""],
  ["plainText", "<א<li>:", ""],
  ["a bulk send's rows", ' \ufeff"\ufeff', ""],
  ["cells of a mail", "\n1<sv", "<<a>"],
  ["cells of a mail", "a{{/a}}!--@ <pre><img>\u0301", '</table><li data-list=&ordered">1/2/2025'],
  ["sections of a mail", ".<template>-<script>1a{{/", ""],
];
