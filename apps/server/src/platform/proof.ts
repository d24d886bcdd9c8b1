import { hash } from 'node:crypto'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What may be proved: that a captcha was answered, or that a phone received a code in a scene. */
export type ProofKind = 'captcha' | 'sms'

/** Makes a token that proves `subject` once within `lifeMs`; only its hash is kept. */
export async function giveProof(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  { kind, subject, lifeMs }: { kind: ProofKind; subject: string; lifeMs: number },
): Promise<string> {
  const token = random(24).toString('base64url')
  const row = { token_hash: hashOf(token), kind, subject, expires_at: now() + lifeMs }
  await tx.insertInto('proof').values(row).execute()
  return token
}

/** Uses a proof up. Answers its subject; null when it is unknown, of another kind, late or used already. */
export async function useProof(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  kind: ProofKind,
  token: string,
): Promise<string | null> {
  const found = await tx
    .deleteFrom('proof')
    .where('token_hash', '=', hashOf(token))
    .where('kind', '=', kind)
    .returning(['subject', 'expires_at'])
    .executeTakeFirst()
  return found && found.expires_at >= now() ? found.subject : null
}

const hashOf = (token: string) => hash('sha256', token, 'buffer')
