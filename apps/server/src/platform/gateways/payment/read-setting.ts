import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A setting that another one needs. Throws with both names. */
export function neededSetting(env: NodeJS.ProcessEnv, name: string, by: string): string {
  const value = env[name]
  if (!value) throw new Error(`${by} needs ${name}`)
  return value
}

/** An RSA key of a file: PEM, or as Alipay's own tool writes it, the base64 alone (PKCS#8, PKCS#1 or SPKI). */
export function readRsaKey(file: string, name: string, kind: 'private' | 'public'): KeyObject {
  const key = keyOf(readFileSync(file, 'utf8').trim(), kind)
  if (key?.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= 2048) return key
  throw new Error(`${name} is no ${kind} RSA key of 2048 bits or more`)
}

function keyOf(text: string, kind: 'private' | 'public'): KeyObject | null {
  const der = Buffer.from(text.replaceAll(/\s/g, ''), 'base64')
  const attempts =
    kind === 'private'
      ? [
          () => createPrivateKey(text),
          () => createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }),
          () => createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }),
        ]
      : [() => createPublicKey(text), () => createPublicKey({ key: der, format: 'der', type: 'spki' })]
  for (const attempt of attempts) {
    try {
      return attempt()
    } catch {
      // Another form, perhaps.
    }
  }
  return null
}

/** A web address without a slash at its end, another than the service's own. Throws with the variable's name. */
export function readOtherUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const url = env[name]
  if (!url) return null
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw new Error(`${name} is no HTTP address`)
  return url.replace(/\/+$/, '')
}
