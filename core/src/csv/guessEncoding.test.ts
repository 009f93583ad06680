import { describe, expect, it, test } from "vitest";
import type { CsvEncoding } from "../contract/csv.ts";
import { readCsv } from "./readCsv.ts";

/** Names by language. */
const NAMES = {
  de: "Jürgen Müller;Anna Größe;Käthe Weiß;Jörg Schröder;Björn Köhler;Günter Süß;Zoë Kühn;Ödön Übel;Straße 5;Österreich",
  fr: "Renée Lefèvre;François Hébert;Zoë Dubois;Noël Gagné;Jérôme Côté;Chloé Benoît;Hélène Château;André Forêt",
  es: "José Núñez;María Peña;Íñigo Álvarez;Óscar Muñoz;Begoña Ibáñez;Ángel Gutiérrez;Lucía Martín",
  pt: "João Gonçalves;Conceição Simões;Antônio Magalhães;Inês Araújo;Sebastião Guimarães;Luís Nogueirão",
  it: "Niccolò Forlì;Perchè Città;Nicolò Verità;Così Però",
  nordic:
    "Per Bjørnstad;Åsa Söderström;Jørgen Sørensen;Håkon Grønås;Mæland Ærø;Pär Lindström;Päivi Mäkelä",
  is: "Þórður Guðmundsson;Sigríður Jónsdóttir;Björk Guðmundsdóttir;Ægir Þórsson;Ólöf Ýr",
  hu: "Kovács Győző;Szűcs Erzsébet;Tóth Gergő;Erdős Réka;Fűzi Bálint;Hegedűs Ernő;Török Ödön;Dezső Lőrinc",
  hu2: "Kovács István;Szabó László;Németh Zsófia;Győri Ákos;Horváth Éva;Tóth Béla",
  pl: "Łukasz Dąbrowski;Małgorzata Wiśniewska;Paweł Wójcik;Michał Zieliński;Agnieszka Woźniak;Grażyna Kamińska;Zażółć Gęślą;Żaneta Świątek",
  cs: "Jiří Dvořák;Luděk Šťastný;Kateřina Černá;Tomáš Novák;Růžena Veselá;Zdeněk Žižka;Jaroslav Němec;Božena Nováková",
  sk: "Ľuboš Čierny;Žofia Kováčová;Ján Ďurica;Mária Tóthová;Štefan Kráľ;Ľudovít Štúr",
  hr: "Željko Kovačić;Ivana Šimić;Đorđe Ćosić;Luka Modrić;Marija Jurčić;Dražen Đurić",
  sl: "Žiga Kovačič;Špela Novak;Matjaž Čeh;Urška Žnidaršič",
  ro: "Ştefan Mureşan;Ion Ţurcanu;Mădălina Ionescu;Gheorghe Brânză;Cătălin Bălan;Ioana Lăcătuş",
  sq: "Çelik Hoxha;Gëzim Krasniqi;Përparim Dervishi;Shpëtim Gjoni",
  ru: "Иван Петров;Ольга Смирнова;Дмитрий Кузнецов;Екатерина Попова;Сергей Васильев;Юлия Щербакова",
  uk: "Олексій Шевченко;Ірина Коваленко;Юлія Бойко;Андрій Мельник;Євген Ткаченко;Наталія Їжакевич",
  bg: "Георги Иванов;Мария Димитрова;Стоян Петров;Илияна Георгиева",
  sr: "Јована Петровић;Ђорђе Николић;Љубица Живковић;Стефан Јовановић",
  el: "Γιώργος Παπαδόπουλος;Μαρία Ιωάννου;Ελένη Δημητρίου;Κώστας Αντωνίου;Άννα Νικολάου;Δημήτρης Ωραιόπουλος",
  tr: "Şule Yılmaz;Çağrı Öztürk;Ayşe Doğan;İbrahim Çelik;Gökhan Şahin;Işıl Güneş;Mustafa Kılıç",
  lt: "Jūratė Kazlauskienė;Žydrūnas Petrauskas;Rūta Šimkutė;Giedrė Čepaitė;Ąžuolas Įvanauskas",
  lv: "Jānis Bērziņš;Līga Ozoliņa;Andris Kalniņš;Ģirts Ķauliņš;Kristīne Šķēle",
  et: "Jüri Mägi;Õnne Pärn;Kaur Tõnisson;Ülle Põld;Mõis Šotimaa",
  he: "דוד כהן;רחל לוי;משה מזרחי",
  ar: "محمد علي;فاطمة الزهراء;أحمد حسن",
  ja: "佐藤花子;メール太郎;鈴木一郎;高橋さくら",
  zh: "王小明;李娜;张伟;刘洋",
  zht: "王小明;陳美玲;林志偉;黃雅婷",
  ko: "김민수;박지영;이서준;최수빈",
  th: "สมชาย ใจดี;สมหญิง รักไทย",
  vi: "Nguyên Hoà",
};
type Language = keyof typeof NAMES;

const WRITTEN: readonly [CsvEncoding, ...Language[]][] = [
  ["windows-1252", "de", "fr", "es", "pt", "it", "nordic", "is"],
  ["iso-8859-15", "de", "fr", "es", "pt", "it", "nordic", "et"],
  ["windows-1250", "hu", "hu2", "pl", "cs", "sk", "hr", "sl", "ro", "sq"],
  ["iso-8859-2", "hu", "hu2", "pl", "cs", "sk", "hr", "sl", "ro", "sq"],
  ["windows-1251", "ru", "uk", "bg", "sr"],
  ["iso-8859-5", "ru", "uk", "bg", "sr"],
  ["koi8-r", "ru", "bg"],
  ["koi8-u", "uk"],
  ["x-mac-cyrillic", "ru", "bg"],
  ["ibm866", "ru", "bg"],
  ["windows-1253", "el"],
  ["iso-8859-7", "el"],
  ["windows-1254", "tr"],
  ["windows-1257", "lt", "lv", "et"],
  ["iso-8859-13", "lt", "lv"],
  ["windows-1255", "he"],
  ["windows-1256", "ar"],
  ["windows-874", "th"],
  ["macintosh", "de", "fr", "es", "pt", "it", "nordic"],
  ["shift_jis", "ja"],
  ["euc-jp", "ja"],
  ["gbk", "zh"],
  ["gb18030", "zh"],
  ["big5", "zht"],
  ["euc-kr", "ko"],
];
const MADE = WRITTEN.flatMap(([encoding, ...languages]) =>
  languages.map((language) => ({ encoding, language })),
);

/** Writes a text in an encoding; null if it lacks a character. */
function encoderOf(encoding: CsvEncoding): (text: string) => Uint8Array | null {
  const decoder = new TextDecoder(encoding);
  const known = new Map<string, number[]>();
  const learn = (...codes: number[]) => {
    const character = decoder.decode(Uint8Array.from(codes));
    if ([...character].length === 1 && character !== "\ufffd" && !known.has(character))
      known.set(character, codes);
  };
  for (let byte = 0; byte < 256; byte++) learn(byte);
  const isDouble = /^(?:shift_jis|gb|big5|euc-)/.test(encoding);
  for (let first = 0x81; isDouble && first < 0xff; first++) {
    for (let second = 0x40; second < 0xff; second++) learn(first, second);
  }
  return (text) => {
    const bytes = [...text].map((character) => known.get(character));
    return bytes.includes(undefined)
      ? null
      : Uint8Array.from(bytes.flatMap((codes) => codes ?? []));
  };
}

const fileOf = (names: readonly string[]) =>
  `Name,Email\n${names.map((name, at) => `${name},a${at}@example.org`).join("\n")}\n`;
const namesIn = (file: Uint8Array) => {
  const { rows, guess } = readCsv(file);
  return { names: rows.map(({ cells }) => cells[0]), guess };
};

describe("names in an encoding that isn't UTF-8", () => {
  test.each(MADE)("$language in $encoding", ({ encoding, language }) => {
    const encode = encoderOf(encoding);
    const names = NAMES[language]
      .split(";")
      .filter((name) => encode(name) && /[^\0-\x7f]/.test(name));
    expect(names.length).toBeGreaterThan(0);
    const { names: read, guess } = namesIn(encode(fileOf(names)) ?? new Uint8Array());
    expect(read).toEqual(names);
    expect(guess?.names).toHaveLength(Math.min(3, names.length));
    expect(names).toEqual(expect.arrayContaining(guess?.names ?? []));
    expect(guess?.others.length).toBeGreaterThan(0);
    expect(guess?.others.map((other) => other.names)).not.toContainEqual(guess?.names);
    expect(JSON.stringify(guess?.others)).not.toContain("\ufffd");
  });

  it("are read right in nearly every file with one or two of them, and else they are offered", () => {
    const wrong: string[] = [];
    let files = 0;
    for (const { encoding, language } of MADE) {
      const encode = encoderOf(encoding);
      const names = NAMES[language]
        .split(";")
        .filter((name) => encode(name) && /[^\0-\x7f]/.test(name));
      const few = [
        ...names.map((name) => [name]),
        ...names.slice(1).map((name, at) => [names[at] ?? "", name]),
      ];
      for (const some of few) {
        files += 1;
        const { names: read, guess } = namesIn(encode(fileOf(some)) ?? new Uint8Array());
        if (read.join() === some.join()) continue;
        wrong.push(`${encoding}: ${some.join()} is read as ${read.join()}`);
        expect(guess).not.toBeNull();
      }
    }
    expect(files).toBeGreaterThan(600);
    // With one name, two languages can be as likely: `Matjaž` and `Matjaľ`.
    expect(wrong.length / files, wrong.join("\n")).toBeLessThan(0.025);
  });
});

describe("the cells beside each encoding", () => {
  const encode = encoderOf("windows-1252");
  const guessOf = (text: string) => readCsv(encode(text) ?? new Uint8Array()).guess;

  it.each([
    [
      "amounts come before the names, and only one tells an encoding apart",
      "Preis;E-Mail;Name\n£5;a@x.org;Jürgen Weiß\n£12;b@x.org;Käthe Groß\n£9;c@x.org;Jörg Ax\n",
      ["Jürgen Weiß", "Käthe Groß", "£5"],
    ],
    [
      "headers and other words come before the names",
      "Größe;E-Mail;Name\nübergroß;a@x.org;Jürgen Weiß\nfür 5;b@x.org;Käthe Groß\n",
      ["Jürgen Weiß", "Käthe Groß", "Größe"],
    ],
    [
      "a name is there twice",
      "Name;E-Mail\nJörg;a@x.org\nJörg;b@x.org\nKäthe;c@x.org\n",
      ["Jörg", "Käthe"],
    ],
    ["nothing but amounts", "Fee;Email\n£5;a@x.org\n£6;b@x.org\n", ["£5", "£6"]],
  ])("is a name, where there is one: %s", (_, text, names) => {
    expect(guessOf(text)?.names).toEqual(names);
  });

  it("has a cell that tells it from each other encoding, however far down", () => {
    const rows = Array.from(
      { length: 40 },
      (_, at) => `Jürgen ${"abcdefghij"[at % 10]};p${at}@x.org`,
    );
    const guess = guessOf(`Name;E-Mail\n${rows.join("\n")}\nÝmir Þór;z@x.org\n`);
    for (const other of guess?.others ?? []) expect(other.names).not.toEqual(guess?.names);
    expect(guess?.names).toContain("Ýmir Þór");
  });
});

// What Excel for Windows writes in English lists: their only characters that aren't ASCII.
const SIGNS: Readonly<Record<string, number>> = {
  "€": 0x80,
  "…": 0x85,
  "’": 0x92,
  "“": 0x93,
  "”": 0x94,
  "–": 0x96,
  "—": 0x97,
  Ö: 0xd6,
  "£": 0xa3,
  "¥": 0xa5,
  "§": 0xa7,
  "°": 0xb0,
  "²": 0xb2,
  "½": 0xbd,
};
test.each([
  "5 €",
  "€ 12,50",
  "Ann – Good",
  "Mon — Fri",
  "Ann’s",
  "“Ann”",
  "5–7 years",
  "Ö. Ek",
  "£5",
  "£ 12.50",
  "¥500",
  "§ 5",
  "25 °C",
  "20 m²",
  "5½",
])("reads a list with nothing else than %j as Windows-1252", (text) => {
  const file = `Email;Note\na@x.org;${text}\nb@x.org;${text}\n`;
  const bytes = Uint8Array.from([...file].map((one) => SIGNS[one] ?? one.charCodeAt(0)));
  expect(readCsv(bytes).rows[0]?.cells[1]).toBe(text);
});
