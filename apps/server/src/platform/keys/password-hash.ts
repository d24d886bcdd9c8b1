import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from 'node:crypto'

/** Argon2id with the parameters OWASP asks for; they travel with the hash, so they can rise later. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
type Parameters = typeof current

/** Hashes a password for storage: `argon2id$memory$passes$parallelism$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const tag = await derive(password, salt, current)
  const { memory, passes, parallelism } = current
  return ['argon2id', memory, passes, parallelism, salt.toString('base64'), tag.toString('base64')].join('$')
}

/** Whether a password is the hashed one. With no hash it takes as long and answers no: silence about who exists. */
export async function checkPassword(password: string, stored: string | null): Promise<boolean> {
  const [kind, memory, passes, parallelism, salt, tag] = (stored ?? (await nobody())).split('$')
  if (kind !== 'argon2id' || !salt || !tag) return false
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const made = await derive(password, Buffer.from(salt, 'base64'), parameters)
  const expected = Buffer.from(tag, 'base64')
  return stored !== null && made.length === expected.length && timingSafeEqual(made, expected)
}

let nobodyHash: Promise<string> | undefined
const nobody = () => (nobodyHash ??= hashPassword(randomBytes(16).toString('hex')))

function derive(message: BinaryLike, nonce: Buffer, parameters: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, tagLength: 32, ...parameters }, (error, tag) => {
      if (error) reject(error)
      else resolve(tag)
    })
  })
}
