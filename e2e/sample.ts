import { SAMPLE_PEOPLE } from "@sendwright/core/samplePeople";

/** The day of the talks: pictures of another year differ only if the product does. */
export const DAY = "2027-06-10";

/** The template of every picture, in the words of the landing page's example. */
export const TEMPLATE = {
  name: "Parents' evening",
  subject: "Parents' evening on {{Day|date}}",
  body: "<p>Hi {{First Name}},</p><p>see you on {{Day|date}}:</p><ul><li>{{#rows}}at {{Time|time}} about {{Child}}{{/rows}}</li></ul><p>Please come to the hall first.</p>",
  timeFormat: "12hr",
};

/** The parents of a class, in the order of the talks; three of them have two children. */
export const PARENTS: readonly { name: string; child: string; time: string }[] = [
  ...SAMPLE_PEOPLE,
  { name: "Maria", child: "Ella", time: "5:15 PM" },
  { name: "Wei", child: "Lin", time: "5:30 PM" },
  { name: "Sofia", child: "Ben", time: "5:45 PM" },
  { name: "Aisha", child: "Omar", time: "6:00 PM" },
  { name: "Femi", child: "Tayo", time: "6:15 PM" },
  { name: "Sofia", child: "Ida", time: "6:30 PM" },
  { name: "Jonas", child: "Mats", time: "6:45 PM" },
  { name: "Elif", child: "Deniz", time: "7:00 PM" },
  { name: "Grace", child: "Hugo", time: "7:15 PM" },
];

/** Their address, as the landing page writes it. */
export const addressOf = (name: string) => `${name.toLowerCase()}@example.com`;

/** Their list as a file. */
export const LIST = [
  "First Name,Email,Child,Day,Time",
  ...PARENTS.map(({ name, child, time }) => [name, addressOf(name), child, DAY, time].join(",")),
].join("\n");
