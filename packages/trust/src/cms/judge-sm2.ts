import { createHash } from 'node:crypto'
import type { Sm2PublicKey } from '../sm2/sm2-key.ts'
import { defaultUserId, verifySm2 } from '../sm2/sm2-signature.ts'

/**
 * One verification takes milliseconds, and a file of many signatures asks for the same certificates again and again.
 */
const remembered = new Map<string, boolean>()
const rememberedAtMost = 1000

/** C8: whether a signature is right with the user id everybody uses, or else with none. */
export function judgeSm2(key: Sm2PublicKey, signed: Buffer, value: Buffer): 'right' | 'empty-user-id' | 'wrong' {
  if (verifyOnce(key, signed, value, defaultUserId)) return 'right'
  return verifyOnce(key, signed, value, '') ? 'empty-user-id' : 'wrong'
}

function verifyOnce(key: Sm2PublicKey, signed: Buffer, value: Buffer, userId: string): boolean {
  const question = createHash('sha256')
    .update(`${userId.length} ${value.length} ${userId}`)
    .update(key.point)
    .update(value)
    .update(signed)
    .digest('base64')
  const known = remembered.get(question)
  if (known !== undefined) return known
  const answer = verifySm2(key, signed, value, userId)
  if (remembered.size >= rememberedAtMost) remembered.clear()
  remembered.set(question, answer)
  return answer
}
