import type { KeyObject } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Attribute, ck, hasBinding } from '../hsm/cryptoki.ts'
import { makeTokenKey } from '../hsm/token-keys.ts'
import type { Pkcs11Token, TokenSettings } from '../hsm/pkcs11-token.ts'

/** SoftHSM2 in the part of the hardware, for tests: a fresh token, and keys made inside it. */

const places = [
  '/usr/lib/softhsm/libsofthsm2.so',
  '/usr/lib64/pkcs11/libsofthsm2.so',
  '/usr/local/lib/softhsm/libsofthsm2.so',
  '/opt/homebrew/lib/softhsm/libsofthsm2.so',
]
const module = places.find((place) => existsSync(place))

/** Whether tests can have one: SoftHSM2 is installed and the native binding was built. */
export const hasSoftToken: boolean = module !== undefined && hasBinding()

/**
 * New tokens in a folder of their own, and the settings of the first. The module finds them through this process's
 * SOFTHSM2_CONF, which it reads when it starts.
 */
export function newSoftToken(token = 'moqi', ...more: string[]): TokenSettings {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-softhsm-'))
  const tokens = join(folder, 'tokens')
  const settings = join(folder, 'softhsm2.conf')
  mkdirSync(tokens)
  writeFileSync(settings, `directories.tokendir = ${tokens}\nobjectstore.backend = file\nlog.level = ERROR\n`)
  process.env.SOFTHSM2_CONF = settings
  for (const label of [token, ...more]) initialise(label)
  return { module: module ?? '', token, pin: '1234' }
}

function initialise(label: string): void {
  spawnSync('softhsm2-util', ['--init-token', '--free', '--label', label, '--pin', '1234', '--so-pin', '5678'])
}

const own = (label: string): Attribute[] => [
  { type: ck.token, value: true },
  { type: ck.private, value: true },
  { type: ck.label, value: label },
  { type: ck.sensitive, value: true },
  { type: ck.extractable, value: false },
]

/** Makes a signing key pair in the token and gives its public half. */
export const makeKeyPair = async (token: Pkcs11Token, label: string, kind: 'ec' | 'rsa'): Promise<KeyObject> =>
  (await makeTokenKey(token, label, kind)).publicKey

/** Makes an AES-256 key in the token. */
export async function makeAesKey(token: Pkcs11Token, label: string): Promise<void> {
  await token.run(({ cryptoki, handle }) =>
    cryptoki.C_GenerateKey(handle, { mechanism: ck.aesKeyGen }, [
      ...own(label),
      { type: ck.valueLength, value: 32 },
      { type: ck.encrypt, value: true },
      { type: ck.decrypt, value: true },
    ]),
  )
}

/** Asks the token for the value of a key, which it refuses. */
export const readSecret = (token: Pkcs11Token, kind: 'private' | 'secret', label: string): Promise<unknown> =>
  token.run((session) => {
    const key = token.key(session, kind === 'private' ? ck.privateKeyClass : ck.secretKeyClass, label)
    return session.cryptoki.C_GetAttributeValue(session.handle, key, [{ type: ck.value }])
  })
