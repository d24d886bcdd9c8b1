import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { rc4 } from './rc4.ts'

/** What the standard security handler says of a file (ISO 32000-2 Table 21). */
export interface StandardSecurity {
  /** /R, 2 to 6. */
  revision: number
  /** Bytes of the file's key: 5 to 16, or 32 from revision 5 on. */
  keyLength: number
  owner: Buffer
  user: Buffer
  /** /UE, from revision 5 on. */
  userKey: Buffer
  permissions: number
  /** /ID[0] of the trailer. */
  id: Buffer
  encryptsMetadata: boolean
}

const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest()
const nothing = Buffer.alloc(0)

/** The key of a file that opens with the empty user password; undefined when it does not. */
export function emptyPasswordKey(security: StandardSecurity): Buffer | undefined {
  return security.revision >= 5 ? modernKey(security) : legacyKey(security)
}

/** Algorithms 2 and 6. */
function legacyKey(security: StandardSecurity): Buffer | undefined {
  const { revision, keyLength, owner, user, id } = security
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(security.permissions | 0)
  const plainMetadata = revision >= 4 && !security.encryptsMetadata ? Buffer.alloc(4, 0xff) : nothing
  let key = md5(padding, owner.subarray(0, 32), permissions, id, plainMetadata).subarray(0, keyLength)
  if (revision >= 3) for (let round = 0; round < 50; round += 1) key = md5(key).subarray(0, keyLength)
  const expected = revision === 2 ? rc4(key, padding) : twentyTimes(key, md5(padding, id))
  return user.subarray(0, expected.length).equals(expected) ? key : undefined
}

function twentyTimes(key: Buffer, data: Buffer): Buffer {
  let out = data
  for (let round = 0; round < 20; round += 1) {
    out = rc4(Buffer.from(key.map((byte) => byte ^ round)), out)
  }
  return out
}

/** Algorithms 2.A and 11. */
function modernKey({ revision, user, userKey }: StandardSecurity): Buffer | undefined {
  if (user.length < 48 || userKey.length !== 32) return undefined
  const hash = (salt: Buffer) => (revision === 5 ? sha('sha256', salt) : hardenedHash(salt))
  if (!hash(user.subarray(32, 40)).equals(user.subarray(0, 32))) return undefined
  const cipher = createDecipheriv('aes-256-cbc', hash(user.subarray(40, 48)), Buffer.alloc(16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(userKey), cipher.final()])
}

const sha = (name: string, data: Buffer) => createHash(name).update(data).digest()

/** Algorithm 2.B for the empty password. */
function hardenedHash(salt: Buffer): Buffer {
  let key = sha('sha256', salt)
  for (let round = 0, last = 0; round < 64 || last > round - 32; round += 1) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const coded = cipher.update(Buffer.concat(Array<Buffer>(64).fill(key)))
    const remainder = coded.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256', coded)
    last = coded.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}
