/** An operator of a content stream (ISO 32000-1 §7.8.2) with the operands that fonts and text need. */
export interface ContentOperation {
  readonly operator: string
  /** The last name operand, without its slash. */
  readonly name: string | undefined
  /** String operands in order, those inside arrays included. */
  readonly strings: readonly Uint8Array[]
}

/** A content stream that no two readers need read the same way. */
export class OddContent extends Error {
  override name = 'OddContent'
}

/** Reads the operations of decoded content one by one; throws OddContent for strings or images without an end. */
export function* contentOperations(content: Buffer): Generator<ContentOperation> {
  const text = content.toString('latin1')
  let name: string | undefined
  let strings: Uint8Array[] = []
  for (let at = nextToken(text, 0); at < text.length;) {
    const first = text[at] ?? ''
    let end = at + 1
    if (text.startsWith('<<', at) || text.startsWith('>>', at)) end = at + 2
    else if (first === '(') {
      end = literalEnd(text, at)
      strings.push(literalBytes(text.slice(at + 1, end - 1)))
    } else if (first === '<') {
      end = text.indexOf('>', at) + 1
      if (end === 0) throw new OddContent('hexadecimal string without an end')
      strings.push(hexBytes(text.slice(at + 1, end - 1)))
    } else if (!/[[\]<>{})]/.test(first)) {
      end = regularEnd(text, at + 1)
      const token = text.slice(at, end)
      if (first === '/') name = plainName(token.slice(1))
      else if (!isOperand(token)) {
        yield { operator: token, name, strings }
        name = undefined
        strings = []
        if (token === 'ID') end = imageEnd(text, end)
      }
    }
    at = nextToken(text, end)
  }
}

const isOperand = (token: string) => /^([-+.\d][-+.\deE]*|true|false|null)$/.test(token)

function regularEnd(text: string, from: number): number {
  delimiter.lastIndex = from
  return delimiter.exec(text)?.index ?? text.length
}
const delimiter = /[\0\t\n\f\r ()<>[\]{}/%]/g

/** Skips white space and comments. */
function nextToken(text: string, from: number): number {
  filler.lastIndex = from
  filler.test(text)
  return filler.lastIndex
}
const filler = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y

function plainName(token: string): string {
  return token.replace(/#([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Parentheses nest unless escaped (§7.3.4.2). */
function literalEnd(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at + 1
  }
  throw new OddContent('string without an end')
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function literalBytes(source: string): Buffer {
  const plain = source.replace(/\\([0-7]{1,3}|\r\n|[^])|\r\n?/g, (_, escaped: string | undefined) => {
    // A bare line end counts as LF, an escaped one as nothing.
    if (escaped === undefined) return '\n'
    if (/^[0-7]/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
    return escapes[escaped] ?? escaped.replace(/[\r\n]/g, '')
  })
  return Buffer.from(plain, 'latin1')
}

function hexBytes(source: string): Buffer {
  const digits = source.replaceAll(/[\0\t\n\f\r ]/g, '')
  if (!/^[\da-f]*$/i.test(digits)) throw new OddContent('hexadecimal string with other characters')
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex')
}

/** Binary data may hold EI by chance (§8.9.7); what follows the true one is text. */
function imageEnd(text: string, from: number): number {
  imageEnding.lastIndex = from
  if (!imageEnding.test(text)) throw new OddContent('inline image without an end')
  const at = imageEnding.lastIndex
  if (/[^\t\n\f\r -~]/.test(text.slice(at + 1, at + 9))) throw new OddContent('inline image with an uncertain end')
  return at
}
const imageEnding = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g
