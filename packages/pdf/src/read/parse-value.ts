import type { Budget } from '../limits.ts'
import { hexValue, isDigit, isRegular, skipBlank, skipWhitespace } from './characters.ts'
import { PdfFault } from './fault.ts'
import type { PdfDict, PdfName, PdfNumber, PdfString, PdfValue } from './values.ts'

const maximalDepth = 100
/** Bytes; names that anybody uses have some dozens. */
const longestName = 65_536

function startsNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e
}

/**
 * Reads one value at a time, strictly (P13): no recovery, every value with its place. Bytes read are accounted for in
 * the budget, also when they are no value; `position` then says how far reading came.
 * Throws `PdfFault` with the code `object-malformed`, and `BudgetExceeded`.
 */
export class ValueReader {
  readonly bytes: Buffer
  readonly end: number
  position: number
  /** A comment has been passed over (P11). */
  commented = false
  readonly #budget: Budget | undefined

  constructor(bytes: Buffer, position: number, end = bytes.length, budget?: Budget) {
    this.bytes = bytes
    this.position = position
    this.end = end
    this.#budget = budget
  }

  /** The next value; stops right behind it. */
  value(): PdfValue {
    const from = this.position
    try {
      return this.#value(0)
    } finally {
      this.#budget?.scanned(this.position - from)
    }
  }

  #value(depth: number): PdfValue {
    if (depth > maximalDepth) throw this.#fault('nested too deep')
    this.#budget?.value()
    this.skipBlank()
    const start = this.position
    if (start >= this.end) throw this.#fault('ends within an object')
    const byte = this.bytes[start]
    if (byte === 0x2f) return this.#name()
    if (byte === 0x28) return this.#literal()
    if (byte === 0x3c) return this.bytes[start + 1] === 0x3c ? this.#dict(depth) : this.#hex()
    if (byte === 0x5b) return this.#array(depth)
    return startsNumber(byte) ? this.#numberOrReference() : this.#keywordValue()
  }

  /** Moves over white space and comments. */
  skipBlank(): void {
    const from = this.position
    const next = skipWhitespace(this.bytes, from, this.end)
    this.position = skipBlank(this.bytes, next, this.end)
    this.commented ||= this.position > next
    if (this.position > from) this.#budget?.scanned(this.position - from)
  }

  /** Takes the keyword when it stands here as a whole word. */
  takeKeyword(word: string): boolean {
    const { position } = this
    if (this.bytes.toString('latin1', position, position + word.length) !== word) return false
    if (position + word.length < this.end && isRegular(this.bytes[position + word.length])) return false
    this.position += word.length
    return true
  }

  /** A non-negative integer of at most ten digits, or undefined with the position kept. */
  takeInteger(): number | undefined {
    const start = this.position
    let at = start
    while (at < this.end && isDigit(this.bytes[at])) at += 1
    if (at === start || at - start > 10 || (at < this.end && isRegular(this.bytes[at]))) return undefined
    this.position = at
    return Number(this.bytes.toString('latin1', start, at))
  }

  #fault(detail: string): PdfFault {
    return new PdfFault('object-malformed', this.position, detail)
  }

  /** The fault of a string that the bytes end within: all of them have been looked at. */
  #endless(): PdfFault {
    const fault = this.#fault('a string without end')
    this.position = this.end
    return fault
  }

  #keywordValue(): PdfValue {
    const start = this.position
    for (const word of ['true', 'false'] as const) {
      if (this.takeKeyword(word)) return { kind: 'boolean', value: word === 'true', start, end: this.position }
    }
    if (this.takeKeyword('null')) return { kind: 'null', start, end: this.position }
    throw this.#fault('not an object')
  }

  #numberOrReference(): PdfValue {
    const start = this.position
    const first = this.takeInteger()
    if (first === undefined) return this.#number()
    const afterFirst = this.position
    this.skipBlank()
    const generation = this.takeInteger()
    if (generation !== undefined && generation <= 65_535) {
      this.skipBlank()
      if (this.takeKeyword('R')) return { kind: 'ref', number: first, generation, start, end: this.position }
    }
    this.position = afterFirst
    return { kind: 'number', value: first, integer: true, start, end: afterFirst }
  }

  #number(): PdfNumber {
    const start = this.position
    let at = start
    while (at < this.end && isRegular(this.bytes[at])) at += 1
    const source = this.bytes.toString('latin1', start, at)
    // Real numbers with many digits are common (595.303937007874); ten digits bound the integer part only.
    if (!/^[+-]?(?:\d{1,10}(?:\.\d*)?|\.\d+)$/.test(source)) throw this.#fault('not a number')
    this.position = at
    return { kind: 'number', value: Number(source), integer: !source.includes('.'), start, end: at }
  }

  #name(): PdfName {
    const start = this.position
    let at = start + 1
    let value = ''
    let obfuscated = false
    while (at < this.end && isRegular(this.bytes[at])) {
      if (at - start > longestName) throw this.#fault('a name without end')
      let byte = this.bytes[at] ?? 0
      if (byte === 0x23) {
        const high = hexValue(this.bytes[at + 1])
        const low = hexValue(this.bytes[at + 2])
        if (high < 0 || low < 0 || high + low === 0) throw this.#fault('a name with a broken escape')
        byte = high * 16 + low
        obfuscated ||= /[A-Za-z0-9]/.test(String.fromCharCode(byte))
        at += 2
      }
      value += String.fromCharCode(byte)
      at += 1
    }
    this.position = at
    return { kind: 'name', value, obfuscated, start, end: at }
  }

  #hex(): PdfString {
    const start = this.position
    const close = this.bytes.indexOf(0x3e, start)
    if (close < 0 || close >= this.end) throw this.#endless()
    const digits = this.bytes.toString('latin1', start + 1, close).replace(/[\0\t\n\f\r ]/g, '')
    if (!/^[0-9A-Fa-f]*$/.test(digits)) throw this.#fault('a hexadecimal string with other characters')
    this.position = close + 1
    const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
    return { kind: 'string', bytes, hex: true, start, end: this.position }
  }

  #literal(): PdfString {
    const start = this.position
    const end = this.#literalEnd(start)
    const out = Buffer.allocUnsafe(end - start - 2)
    let length = 0
    for (let at = start + 1; at < end - 1;) {
      const byte = this.bytes[at] ?? 0
      const escape = byte === 0x5c ? this.#escape(at + 1) : { byte, next: at + 1 }
      if (escape.byte !== undefined) length = out.writeUInt8(escape.byte, length)
      at = escape.next
    }
    this.position = end
    return { kind: 'string', bytes: out.subarray(0, length), hex: false, start, end }
  }

  /** Behind the parenthesis that closes the one at `start`. */
  #literalEnd(start: number): number {
    let open = 0
    for (let at = start; at < this.end; at += 1) {
      const byte = this.bytes[at]
      if (byte === 0x5c) at += 1
      else if (byte === 0x28) open += 1
      else if (byte === 0x29) open -= 1
      if (open === 0) return at + 1
    }
    throw this.#endless()
  }

  /** Decodes the escape whose character stands at `at`, and says what follows it (ISO 32000-2 7.3.4.2). */
  #escape(at: number): { byte: number | undefined; next: number } {
    const byte = this.bytes[at] ?? 0
    if (byte >= 0x30 && byte <= 0x37) return this.#octal(at)
    if (byte === 0x0d) return { byte: undefined, next: this.bytes[at + 1] === 0x0a ? at + 2 : at + 1 }
    if (byte === 0x0a) return { byte: undefined, next: at + 1 }
    const known = 'nrtbf'.indexOf(String.fromCharCode(byte))
    return { byte: known < 0 ? byte : [0x0a, 0x0d, 0x09, 0x08, 0x0c][known], next: at + 1 }
  }

  #octal(at: number): { byte: number; next: number } {
    let value = 0
    let next = at
    for (; next < at + 3; next += 1) {
      const digit = (this.bytes[next] ?? 0) - 0x30
      if (digit < 0 || digit > 7) break
      value = value * 8 + digit
    }
    return { byte: value & 0xff, next }
  }

  #array(depth: number): PdfValue {
    const start = this.position
    this.position += 1
    const items: PdfValue[] = []
    for (;;) {
      this.skipBlank()
      if (this.bytes[this.position] === 0x5d && this.position < this.end) break
      items.push(this.#value(depth + 1))
    }
    this.position += 1
    return { kind: 'array', items, start, end: this.position }
  }

  #dict(depth: number): PdfDict {
    const start = this.position
    this.position += 2
    const dict: PdfDict = { kind: 'dict', entries: new Map(), duplicates: [], obfuscated: [], start, end: start }
    for (;;) {
      this.skipBlank()
      if (this.bytes[this.position] === 0x3e && this.bytes[this.position + 1] === 0x3e) break
      if (this.bytes[this.position] !== 0x2f || this.position >= this.end) throw this.#fault('a key is no name')
      const key = this.#name()
      const value = this.#value(depth + 1)
      if (key.obfuscated) dict.obfuscated.push(key.value)
      if (dict.entries.has(key.value)) dict.duplicates.push(key.value)
      else dict.entries.set(key.value, value)
    }
    this.position += 2
    dict.end = this.position
    return dict
  }
}
