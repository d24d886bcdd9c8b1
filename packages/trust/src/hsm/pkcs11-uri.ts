import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TokenSettings } from './pkcs11-token.ts'

/** A key in a token, as a PKCS#11 URI names it (RFC 7512). */
export interface TokenKeyAddress {
  settings: TokenSettings
  /** The key's label (CKA_LABEL). */
  object: string
}

const scheme = 'pkcs11:'

/** Whether a setting names a key in a token. */
export const isPkcs11Uri = (text: string): boolean => text.startsWith(scheme)

/**
 * Reads `pkcs11:token=…;object=…?module-path=…&pin-source=file:…`; `pin-value` is taken too. Throws an `Error` that
 * names what is missing, and never the PIN.
 */
export function readPkcs11Uri(uri: string): TokenKeyAddress {
  const [path = '', query = ''] = uri.slice(scheme.length).split('?', 2)
  const place = attributes(path, ';')
  const access = attributes(query, '&')
  const module = access.get('module-path')
  const token = place.get('token')
  const object = place.get('object')
  if (!isPkcs11Uri(uri) || !module || !token || !object) {
    throw new Error('a PKCS#11 URI needs token=, object= and ?module-path= (RFC 7512)')
  }
  return { settings: { module, token, pin: pinOf(access) }, object }
}

function pinOf(access: Map<string, string>): string {
  const source = access.get('pin-source')
  const pin = source === undefined ? access.get('pin-value') : readPin(source)
  if (!pin) throw new Error('a PKCS#11 URI needs pin-source=file:… or pin-value=')
  return pin
}

const readPin = (source: string) =>
  readFileSync(source.startsWith('file:') ? fileURLToPath(new URL(source)) : source, 'utf8').trimEnd()

function attributes(text: string, separator: string): Map<string, string> {
  const pairs = text.split(separator).filter((pair) => pair.includes('='))
  return new Map(
    pairs.map((pair) => {
      const at = pair.indexOf('=')
      return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))]
    }),
  )
}
