import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** An authenticator made of software: one P-256 key, and what it may be told to get wrong. */
export type Authenticator = {
  keyId: string
  /** Answers `navigator.credentials.create` as `addKey` takes it. */
  create: (asked: Asked, as?: Partial<Behaviour>) => { keyId: string; clientData: string; attestation: string }
  /** Answers `navigator.credentials.get` as `loginByKey` takes it: base64url of the assertion's JSON. */
  get: (asked: Asked, as?: Partial<Behaviour>) => string
}
type Asked = { code: string; rpId: string }
type Behaviour = {
  origin: string
  /** Whether it has seen who holds it. */
  verified: boolean
  counter: number
  format: 'none' | 'packed'
  userHandle: string | undefined
  type: string
}

/** Makes one, which sits at `origin` and counts its uses from 1. */
export function newAuthenticator(origin: string): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(24)
  let uses = 0
  const behaviour = (as: Partial<Behaviour>): Behaviour => {
    uses += 1
    return { origin, verified: true, counter: uses, format: 'none', userHandle: undefined, type: '', ...as }
  }
  return {
    keyId: id.toString('base64url'),
    create({ code, rpId }, as = {}) {
      const { format, type, ...way } = behaviour(as)
      const clientData = clientDataOf(type || 'webauthn.create', code, way.origin)
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey(publicKey)])
      const data = Buffer.concat([authenticatorData(rpId, way, 0x40), credential])
      const statement = format === 'none' ? cborMap([]) : packed(privateKey, data, clientData)
      const attestation = cborMap([
        [cborText('fmt'), cborText(format)],
        [cborText('attStmt'), statement],
        [cborText('authData'), cborBytes(data)],
      ])
      return {
        keyId: id.toString('base64url'),
        clientData: clientData.toString('base64url'),
        attestation: attestation.toString('base64url'),
      }
    },
    get({ code, rpId }, as = {}) {
      const { userHandle, type, ...way } = behaviour(as)
      const clientData = clientDataOf(type || 'webauthn.get', code, way.origin)
      const data = authenticatorData(rpId, way, 0)
      const assertion = {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signed(privateKey, data, clientData).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      }
      return Buffer.from(JSON.stringify(assertion)).toString('base64url')
    },
  }
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()

const clientDataOf = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const signed = (key: KeyObject, data: Buffer, clientData: Buffer) =>
  sign('sha256', Buffer.concat([data, sha256(clientData)]), key)

/** The relying party's hash, flags (present, verified, and what `more` adds), the counter: WebAuthn §6.1. */
function authenticatorData(rpId: string, { verified, counter }: Pick<Behaviour, 'verified' | 'counter'>, more: number) {
  const rest = Buffer.alloc(5)
  rest[0] = 1 | (verified ? 4 : 0) | more
  rest.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), rest])
}

const packed = (key: KeyObject, data: Buffer, clientData: Buffer) =>
  cborMap([
    [cborText('alg'), cborInt(-7)],
    [cborText('sig'), cborBytes(signed(key, data, clientData))],
  ])

/** ES256 (RFC 9053). */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

// As much of CBOR (RFC 8949) as an authenticator speaks here.
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const cborInt = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, Buffer.byteLength(text)), Buffer.from(text)])
const cborMap = (pairs: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
