import { createPublicKey, type KeyObject } from 'node:crypto'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStrictDer } from '../asn1/read-der.ts'
import { oid } from '../asn1/write-der.ts'
import { type Attribute, ck, hasBinding } from '../hsm/cryptoki.ts'
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
export function makeKeyPair(token: Pkcs11Token, label: string, kind: 'ec' | 'rsa'): Promise<KeyObject> {
  return token.run(({ cryptoki, handle }) => {
    const [mechanism, parameters] =
      kind === 'ec'
        ? [ck.ecKeyPairGen, [{ type: ck.ecParameters, value: oid('1.2.840.10045.3.1.7') }]]
        : [
            ck.rsaKeyPairGen,
            [
              { type: ck.modulusBits, value: 2048 },
              { type: ck.publicExponent, value: Buffer.from([1, 0, 1]) },
            ],
          ]
    const { publicKey } = cryptoki.C_GenerateKeyPair(
      handle,
      { mechanism },
      [{ type: ck.token, value: true }, { type: ck.label, value: label }, ...parameters],
      [...own(label), { type: ck.sign, value: true }],
    )
    const read = (type: number) =>
      cryptoki.C_GetAttributeValue(handle, publicKey, [{ type }])[0]?.value ?? Buffer.alloc(0)
    return kind === 'ec'
      ? ecKey(readStrictDer(read(ck.ecPoint)).content)
      : rsaKey(read(ck.modulus), read(ck.publicExponent))
  })
}

const ecKey = (point: Buffer) =>
  createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: base64url(point.subarray(1, 33)), y: base64url(point.subarray(33)) },
  })
const rsaKey = (n: Buffer, e: Buffer) =>
  createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: base64url(n), e: base64url(e) } })
const base64url = (bytes: Buffer) => bytes.toString('base64url')

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
