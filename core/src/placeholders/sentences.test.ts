import { expect, it } from "vitest";
import { newPlaceholder } from "./grammar.ts";
import { escapeHtml } from "./htmlText.ts";
import { parseTemplate } from "./parseTemplate.ts";

/** The columns of a list: names that are ordinary words. */
const COLUMNS =
  "Telefon Name Link Datum Rabatt Ort Nom Date Lien Prénom Nombre Fecha Enlace Phone Code Title".split(
    " ",
  );

const SENTENCES = `
Klicken Sie auf diesen Link, um das Datum zu ändern.
Ihr Name [sic] steht auf der Liste.
Siehe [1] und [2] im Anhang.
Mehr dazu: [Link](https://example.org/datum).
[Link]: https://example.org
Der Rabatt beträgt 20 % und gilt bis zum Datum unten.
20 %Rabatt% auf alles!
Das Wort »Telefon« kommt aus dem Griechischen.
«telefon» schreibt man heute mit f.
Der Film «Der Name der Rose» läuft am Freitag.
Im Feld „Telefon“ steht Ihre Nummer.
Im Feld "Datum" steht der Tag.
Ada Lovelace <name@example.org>
Schreiben Sie an <name@…>.
Ort, Datum: ____________ Name: ____________
Name ________ Datum ________ Ort ________
____Datum____ ____Ort____
Telefon (Ort): 030 1234
(Name) und (Datum) bitte eintragen.
Preise in € [inkl. Rabatt]
Name | Telefon | Datum
Name / Ort / Datum
#Name #Datum #Ort
#Ort#Datum
Am Datum: 1.2. – 3.4.
Datum < heute, Telefon > 5 Ziffern
Wenn Datum < Name > Ort, dann ja.
Die Kursnummer {12} bleibt.
Menge M = {x | x > 1}
f(Name) = {a, b}
50 % Rabatt, 30 % Anzahlung
100%Rabatt% gibt es nicht.
Kosten: 5 $ oder 6 $ je Ort
US$Name$ ist keine Währung.
**Name** und *Datum* sind fett.
_Name_ und _Datum_
snake_Name_case
## Datum ##
### Ort
- [x] Name
- [ ] Datum
Fußnote [^1]: Ort
@Name, bitte antworten.
Der Name... der Ort... das Datum...
Name: Ada, Ort: Bonn, Datum: morgen
https://example.org/?Name=%20Ort%20
https://example.org/#Name#Datum
„Name“, ‚Ort‘ und ‹ Datum ›
»Name« oder »Ort«?
Telefon/Handy, Name(n), Link(s)
Cliquez sur « Lien » pour continuer.
Le champ « Nom » est obligatoire.
Le mot «\u202fDate\u202f» est féminin.
Vous avez lu « Le Nom de la rose ».
« Prénom Nom » : voilà l’ordre.
Il a dit «nom d’un chien» en riant.
« Bonjour », dit-il, « quelle Date ? »
Une remise de 20 % dès cette Date.
Voir [1], [note] et [...].
Nom : Durand (Prénom : Luc)
Date : ........ Nom : ........
Le Lien [voir ci-dessous] est actif.
[Lien](https://example.org/nom)
Écrivez à Luc <nom@example.org>.
« Nom », « Prénom » et « Date » sont demandés.
L’«\u00a0enlacement\u00a0» du Nom
Prix : 10 € (Date limite)
L’expression « date de naissance » convient.
Nom/Prénom/Date
Haga clic en el Enlace.
El campo «nombre» es obligatorio.
«El nombre de la rosa» es una novela.
¿Qué Fecha? ¡Su Nombre!
Lea «Fecha límite» con atención.
Un 20 % de descuento hasta la Fecha.
Escriba a Ana <nombre@example.org>.
Vea [Enlace](https://example.org).
Nombre: Ana; Fecha: hoy
Dijo: «Tu nombre, por favor».
La palabra «enlace» es masculina.
(Nombre) y (Fecha)
Click the Link below.
Your Phone number [optional] and Name
He said [sic] that the Code was "Title".
See [Link](https://example.org/code) and [1].
[Title][Link]
![Title](https://example.org/a.png)
Ada <ada@example.org>, Name <name@example.org>
Save 20 %Code% today.
10% Code 20% Title
if (Name) { return Code; }
p { color: red } Title { color: blue }
{"Name": "Ada", "Code": {"Title": 1}}
The Title 'Code' and “Name”
Name: ______ Date: ______ Phone: ______
__Phone or Link__
I <3 Name, Code <3 Title
Name -> Code => Title
Name >> Code >> Title
<< Back | Title | Next >>
Code: $5, Title: $6
C:\\Users\\Name\\Code
Dear all, the Date is fixed...
`
  .trim()
  .split("\n");

it("are at least a hundred", () => {
  expect(SENTENCES.length).toBeGreaterThanOrEqual(100);
});

it.each(SENTENCES)("%s is no look-alike", (sentence) => {
  const columns = COLUMNS.map((name) => newPlaceholder(name));
  const source = { subject: sentence, body: `<p>${escapeHtml(sentence)}</p>` };
  const { lookAlikes } = parseTemplate(source, columns);
  expect([...lookAlikes.subject, ...lookAlikes.body]).toEqual([]);
});
