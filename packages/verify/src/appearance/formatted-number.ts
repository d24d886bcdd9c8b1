/** A decimal number: its digits without a point, and how many of them stand behind it. */
interface Decimal {
  digits: bigint
  places: number
}

const maximalLength = 80
/** Percent, signs of currencies, their codes as scripts write them, and the Chinese words for one unit. */
const marks =
  /(%|\p{Sc}|AED|AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KRW|MOP|MXN|MYR|NOK|NZD|PHP|PLN|RMB|RUB|SAR|SEK|SGD|THB|TRY|TWD|USD|VND|ZAR|[元圆])/u
/** A single point without a comma is decimal, a single comma before three digits is not. */
const grouped = [
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+),(\d+)$/,
  /^([1-9]\d{0,2}(?:\.\d{3}){2,})$/,
  /^([1-9]\d{0,2}(?:['\s]\d{3})+)(?:[.,](\d+))?$/,
]

/**
 * Whether a text is a number as AFNumber_Format and AFPercent_Format of Acrobat form it: grouped in threes, rounded, in
 * percent, with one currency, in parentheses below nought; and nothing else.
 */
export function isFormattedNumber(value: string, shown: string): boolean {
  const given = plainNumber(value.trim())
  const drawn = shownNumber(shown)
  if (!given || !drawn) return false
  const exact = given.digits * (drawn.percent ? 100n : 1n)
  const places = Math.max(given.places, drawn.places)
  const off = exact * 10n ** BigInt(places - given.places) - drawn.digits * 10n ** BigInt(places - drawn.places)
  return 2n * (off < 0n ? -off : off) <= 10n ** BigInt(places - drawn.places)
}

/** A value as it is typed in: ungrouped, with a point or a comma. */
function plainNumber(text: string): Decimal | undefined {
  if (text.length > maximalLength) return undefined
  const [, sign = '', whole = '', part = ''] = /^([-+]?)(\d*)(?:[.,](\d*))?$/.exec(text) ?? []
  // Whether 1,234 is grouped cannot be told.
  return /^[-+]?[1-9]\d{0,2},\d{3}$/.test(text) ? undefined : decimal(sign === '-', whole, part)
}

function shownNumber(text: string): (Decimal & { percent: boolean }) | undefined {
  const plain = text
    .normalize('NFKC')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/[\u2018\u2019\u02bc]/g, "'")
    .trim()
  const bare = plain.length > maximalLength ? undefined : withoutMark(plain)
  if (bare === undefined) return undefined
  const inner = /^\(([^()-]*)\)$/.exec(bare)?.[1]
  const [, minus = '', number = ''] = /^(-?)\s*(\d.*)$/.exec((inner ?? bare).trim()) ?? []
  const read = ungrouped(number)
  const value = read && decimal(inner !== undefined || minus === '-', ...read)
  return value && { ...value, percent: plain.includes('%') }
}

/** A number without its currency or percent, of which there is one at most, before or behind all digits. */
function withoutMark(text: string): string | undefined {
  const [first = '', mark, last = '', ...more] = text.split(marks)
  if (mark === undefined) return first
  return more.length > 0 || (/\d/.test(first) && /\d/.test(last)) ? undefined : `${first} ${last}`.trim()
}

/** The digits before and behind the decimal separator. */
function ungrouped(number: string): [whole: string, part: string] | undefined {
  for (const pattern of grouped) {
    const [, whole, part = ''] = pattern.exec(number) ?? []
    if (whole !== undefined) return [whole.replaceAll(/\D/g, ''), part]
  }
  const [, whole, part = ''] = /^(\d+)(?:[.,](\d+))?$/.exec(number) ?? []
  return whole === undefined ? undefined : [whole, part]
}

function decimal(negative: boolean, whole: string, part: string): Decimal | undefined {
  if (whole + part === '') return undefined
  const digits = BigInt(whole + part)
  return { digits: negative ? -digits : digits, places: part.length }
}
