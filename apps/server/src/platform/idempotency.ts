import { hash } from 'node:crypto'
import { compiledOnce } from './database/compiled-once.ts'
import type { Db } from './database/database.ts'
import type { Deps } from './deps.ts'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import type { Caller, Repeat } from './actor.ts'

/**
 * Keeps the answer in the transaction of its effect. A second transaction with the same key fails on the unique key
 * and takes its effect with it; the caller then gets the first answer.
 */
export async function keepAnswer<T>(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  { repeat }: Pick<Caller, 'repeat'>,
  answer: T,
): Promise<T> {
  if (repeat) await insertAnswer(tx, { ...repeat, answer: JSON.stringify(answer ?? null), refusal: null, at: now() })
  return answer
}

/**
 * Keeps a refusal that has cost something, such as one of three tries, in the transaction of its cost: a repeat is
 * refused alike and costs nothing more. It is for whoever has committed to throw.
 */
export async function keepRefusal(
  tx: Db,
  { now }: Pick<Deps, 'now'>,
  { repeat }: Pick<Caller, 'repeat'>,
  refusal: Refusal,
): Promise<Refusal> {
  const { code, detail } = refusal
  if (repeat) await insertAnswer(tx, { ...repeat, answer: JSON.stringify(detail), refusal: code, at: now() })
  return refusal
}

type Kept = { answer: string; refusal: RefusalCode | null; at: number }

const insertAnswer = compiledOnce((tx, { scope, key, bodyHash, answer, refusal, at }: Repeat & Kept) =>
  tx.insertInto('idempotency').values({ scope, key, body_hash: bodyHash, answer, refusal, created_at: at }),
)

/** The first answer to this key, thrown when it was a refusal; undefined if there was none. Throws for another body. */
async function firstAnswer({ db }: Pick<Deps, 'db'>, repeat: Repeat): Promise<{ answer: unknown } | undefined> {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('idempotency')
      .where('scope', '=', repeat.scope)
      .where('key', '=', repeat.key)
      .select(['body_hash', 'answer', 'refusal'])
      .executeTakeFirst(),
  )
  if (!found) return undefined
  if (found.body_hash !== repeat.bodyHash) throw new Refusal('request/idempotency-mismatch')
  if (found.refusal !== null) throw new Refusal(found.refusal, Object(found.answer))
  return { answer: found.answer }
}

/**
 * Runs what a repeat may have done already. Whatever made a repeat fail, if the first attempt has answered by then,
 * that answer stands.
 */
export async function once(
  deps: Pick<Deps, 'db'>,
  repeat: Repeat | null,
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!repeat) return run()
  const before = await firstAnswer(deps, repeat)
  if (before) return before.answer
  try {
    return await run()
  } catch (error) {
    const meanwhile = await firstAnswer(deps, repeat)
    if (meanwhile) return meanwhile.answer
    throw error
  }
}

/** Names what is done to one of several things by a call that may be repeated. */
export const partOf = ({ scope, key, bodyHash }: Repeat, part: string): Repeat => ({
  scope: `${scope} part`,
  key: hash('sha256', `${key} ${part}`),
  bodyHash,
})
