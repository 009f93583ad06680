/**
 * What a cell shows in place of a value: the errors of Excel, Google Sheets and LibreOffice, in the
 * languages that have words of their own for them. No other text that looks like one is an error:
 * `#TEAM!` is someone's text.
 */
const ERRORS = new Set(
  [
    "NULL! DIV/0! VALUE! REF! NAME? NUM! N/A GETTING_DATA SPILL! CALC! FIELD! BLOCKED! CONNECT!",
    "UNKNOWN! EXTERNAL! BUSY! PYTHON! TIMEOUT! ERROR!",
    // German
    "WERT! BEZUG! ZAHL! NV DATEN_ABRUFEN ÜBERLAUF! KALK! FELD! BLOCKIERT! FEHLER!",
    // French
    "NUL! VALEUR! NOM? NOMBRE! CHARGEMENT_DONNEES OBTENTION_DONNEES PROPAGATION! EPARS! CHAMP!",
    // Spanish, with and without the opening marks
    "¡NULO! ¡DIV/0! ¡VALOR! ¡REF! ¿NOMBRE? ¡NUM! N/D OBTENIENDO_DATOS ¡DESBORDAMIENTO! ¡CALC!",
    "NULO! VALOR! NOMBRE? DESBORDAMIENTO! ¡ERROR!",
    // Catalan and Portuguese
    "NOM? NÚM! NOME? DESPEJAR! OBTENDO_DADOS N/DISP ERRO!",
    // Italian
    "NULLO! VALORE! RIF! ESPANSIONE! ESTRAZIONE_DATI_IN_CORSO ERRORE!",
    // Dutch
    "LEEG! DEEL/0! DELING.DOOR.0! WAARDE! VERW! NAAM? GETAL! N/B GEGEVENS.OPHALEN OVERLOPEN! OVERLOOP!",
    "BEREKENEN!",
    // Danish, Norwegian, Swedish and Finnish
    "DIVISION/0! VÆRDI! REFERENCE! NAVN? I/T OVERLØB! VERDI! OVERFLYT!",
    "SKÄRNING! VÄRDEFEL! REFERENS! NAMN? OGILTIGT! SAKNAS!",
    "TYHJÄ! JAKO/0! ARVO! VIITTAUS! NIMI? LUKU! PUUTTUU! PUUTTUU",
    // Polish, Czech, Slovak and Slovenian
    "ZERO! DZIEL/0! ARG! ADR! NAZWA? LICZBA! N/D! ROZLANIE!",
    "DĚLENÍ_NULOU! HODNOTA! ODKAZ! NÁZEV? ČÍSLO! NENÍ_K_DISPOZICI PŘESAH!",
    "DELENIENULOU! NÁZOV? NEDOSTUPNÝ NEPLATNÝ!",
    "NIČ! DEL/0! VREDN! SKLIC! IME? ŠTEV! N/V",
    // Croatian and Romanian
    "DIJ/0! VRIJEDNOST! NAZIV? BROJ! VALOARE! NUME?",
    // Hungarian and Turkish
    "NULLA! ZÉRÓOSZTÓ! ÉRTÉK! HIV! NÉV? SZÁM! HIÁNYZIK KIBONTÁS!",
    "BOŞ! SAYI/0! DEĞER! BAŞV! AD? SAYI! YOK TAŞMA!",
    // Russian, Ukrainian and Greek
    "ПУСТО! ДЕЛ/0! ЗНАЧ! ССЫЛКА! ИМЯ? ЧИСЛО! Н/Д ОЖИДАНИЕ_ДАННЫХ ПЕРЕНОС! ВЫЧИСЛ!",
    "ДІЛ/0! ПОСИЛАННЯ! ІМ'Я? ІМ’Я?",
    "ΚΕΝΟ! ΔΙΑΙΡ./0! ΔΙΑΙΡ/0! ΤΙΜΗ! ΑΝΑΦ! ΟΝΟΜΑ? ΑΡΙΘ! Δ/Υ",
    // Japanese, Chinese, Korean and Thai have one of their own.
    "スピル! 溢出! 분산! สปิลล์!",
  ].flatMap((words) => words.split(" ").map((word) => `#${word}`)),
);
/** LibreOffice's numbered errors, a column too narrow for its number, and Sheets while it loads. */
const OTHERS = /^(?:#?(?:Err|Error|Fehler|Erreur|Errore|Erro):5\d{2}|#{3,}|Loading\.\.\.)$/;

/** Whether a trimmed text is an error, which counts as blank. */
export function isErrorText(text: string): boolean {
  switch (text.charCodeAt(0)) {
    case 0x23: // "#"
      return ERRORS.has(text) || OTHERS.test(text);
    case 0x45: // "E"
    case 0x46: // "F"
    case 0x4c: // "L"
      return OTHERS.test(text);
    default:
      return false;
  }
}
