import { createSign, createVerify, type KeyObject } from 'node:crypto'

/** Parameters by their names, as they are before they are encoded. */
export type Params = Readonly<Record<string, string>>

/** What is signed of parameters: those that say something, by their names, but for what is left out. */
const signedText = (params: Params, leftOut: readonly string[]): string =>
  Object.keys(params)
    .filter((name) => !leftOut.includes(name) && params[name] !== '')
    .toSorted()
    .map((name) => `${name}=${params[name]}`)
    .join('&')

/** RSA2 over a request's parameters, base64. */
export const alipaySignature = (key: KeyObject, params: Params): string =>
  createSign('RSA-SHA256')
    .update(signedText(params, ['sign']))
    .sign(key, 'base64')

/** Whether Alipay has signed a notice: its parameters but for the signature and its kind. */
export const isNoticeSigned = (key: KeyObject, params: Params): boolean =>
  isTextSigned(key, signedText(params, ['sign', 'sign_type']), params.sign ?? '')

/** Whether Alipay has signed a text, of an answer the bytes of its one part. */
export const isTextSigned = (key: KeyObject, text: string, sign: string): boolean =>
  createVerify('RSA-SHA256').update(text).verify(key, sign, 'base64')

/** The bytes of an object in a JSON text as they stand behind their name; null where there is none. */
export function objectIn(text: string, name: string): string | null {
  const found = new RegExp(String.raw`"${name}"\s*:\s*(?=\{)`).exec(text)
  if (!found) return null
  const start = found.index + found[0].length
  let depth = 0
  // Strings whole, so that no brace of theirs counts.
  for (const { 0: piece, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (piece === '{') depth += 1
    if (piece === '}') depth -= 1
    if (depth === 0) return text.slice(start, start + index + 1)
  }
  return null
}
