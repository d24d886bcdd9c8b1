import { compiledOnce } from './database/compiled-once.ts'
import type { Db } from './database/database.ts'
import type { Deps } from './deps.ts'
import { Refusal } from '@moqi/domain/refusal'
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
  if (!repeat) return answer
  await insertAnswer(tx, { ...repeat, answer: JSON.stringify(answer ?? null), at: now() })
  return answer
}

const insertAnswer = compiledOnce((tx, { scope, key, bodyHash, answer, at }: Repeat & { answer: string; at: number }) =>
  tx.insertInto('idempotency').values({ scope, key, body_hash: bodyHash, answer, created_at: at }),
)

/** The first answer to this key; undefined if there was none. Throws when the body differs from the first. */
async function firstAnswer({ db }: Pick<Deps, 'db'>, repeat: Repeat): Promise<{ answer: unknown } | undefined> {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('idempotency')
      .where('scope', '=', repeat.scope)
      .where('key', '=', repeat.key)
      .select(['body_hash', 'answer'])
      .executeTakeFirst(),
  )
  if (!found) return undefined
  if (found.body_hash !== repeat.bodyHash) throw new Refusal('request/idempotency-mismatch')
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
