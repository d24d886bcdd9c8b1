/** Names of the characters that are no letters or digits (Adobe Glyph List), as name and character in turn. */
const signs =
  'exclam ! quotedbl " numbersign # dollar $ percent % ampersand & quotesingle \' parenleft ( parenright ) ' +
  'asterisk * plus + comma , hyphen - minus - period . slash / colon : semicolon ; less < equal = greater > ' +
  'question ? at @ bracketleft [ backslash \\ bracketright ] asciicircum ^ underscore _ grave ` braceleft { bar | ' +
  'braceright } asciitilde ~ quoteleft ‘ quoteright ’ quotedblleft “ quotedblright ” endash – emdash — bullet • ' +
  'ellipsis … Euro € sterling £ yen ¥ cent ¢ section § degree ° plusminus ± multiply × divide ÷ mu µ ' +
  'germandbls ß ae æ AE Æ oe œ OE Œ oslash ø Oslash Ø fi fi fl fl dotlessi ı copyright © registered ® trademark ™'

const digits = 'zero one two three four five six seven eight nine'.split(' ')

/** Combining marks by the ending of a letter's name: `eacute` is e with an acute. */
const marks: Record<string, string> = {
  grave: '\u0300',
  acute: '\u0301',
  circumflex: '\u0302',
  tilde: '\u0303',
  macron: '\u0304',
  breve: '\u0306',
  dotaccent: '\u0307',
  dieresis: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedilla: '\u0327',
  ogonek: '\u0328',
}

const named = new Map<string, string>([
  ...pairs(signs.split(' ')),
  ...digits.map((name, digit): [string, string] => [name, String(digit)]),
  ['space', ' '],
  ['nbspace', ' '],
])

function pairs(words: string[]): [string, string][] {
  return words.flatMap((word, at): [string, string][] => (at % 2 === 0 ? [[word, words[at + 1] ?? '']] : []))
}

/** The text of a glyph's name (Adobe Glyph List, and its rule for uni and u names); undefined for any other. */
export function glyphText(name: string): string | undefined {
  const known = named.get(name)
  if (known !== undefined) return known
  if (/^[A-Za-z]$/.test(name)) return name
  const coded = /^(?:uni((?:[0-9A-F]{4})+)|u([0-9A-F]{4,6}))$/.exec(name)
  if (coded) return codedText(coded[1] ?? '', coded[2])
  const mark = marks[name.slice(1)]
  return mark !== undefined && /^[A-Za-z]/.test(name) ? `${name[0] ?? ''}${mark}`.normalize('NFC') : undefined
}

function codedText(units: string, point: string | undefined): string | undefined {
  if (point === undefined) return Buffer.from(units, 'hex').swap16().toString('utf16le')
  const value = Number.parseInt(point, 16)
  return value <= 0x10ffff ? String.fromCodePoint(value) : undefined
}
