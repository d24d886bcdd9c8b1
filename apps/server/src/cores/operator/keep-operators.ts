import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { offerEnrolment } from './enrol-operator.ts'
import { endOperatorSessions } from './operator-session.ts'

type Keeping = Pick<Deps, 'now' | 'random' | 'newId'> & Keyed

/** A new operator of that name, by its enrolment code; null where there is one already. */
export async function addOperator(deps: Keeping, tx: Db, name: string): Promise<string | null> {
  const made = await tx
    .insertInto('operator')
    .values({
      operator_id: deps.newId(),
      name,
      password_hash: null,
      totp_secret: null,
      enrol_hash: null,
      created_at: deps.now(),
    })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('operator_id')
    .executeTakeFirst()
  return made ? offerEnrolment(deps, tx, made.operator_id) : null
}

/** A new enrolment code in place of all an operator signs in with, who is enabled again; null where there is none. */
export async function resetOperator(deps: Keeping, tx: Db, name: string): Promise<string | null> {
  const found = await tx
    .updateTable('operator')
    .set({ disabled_at: null })
    .where('name', '=', name)
    .returning('operator_id')
    .executeTakeFirst()
  return found ? offerEnrolment(deps, tx, found.operator_id) : null
}

/** Lets an operator in no more, and out at once; false where there is none of that name. */
export async function disableOperator({ now }: Pick<Deps, 'now'>, tx: Db, name: string): Promise<boolean> {
  const found = await tx
    .updateTable('operator')
    .set({ disabled_at: now() })
    .where('name', '=', name)
    .returning('operator_id')
    .executeTakeFirst()
  if (found) await endOperatorSessions(tx, found.operator_id)
  return found !== undefined
}

/** All operators by name: their state in Chinese, and when they last signed in (ms, null for never). */
export async function listOperators(directory: Db): Promise<{ name: string; state: string; seenAt: number | null }[]> {
  const rows = await directory
    .selectFrom('operator as o')
    .select(['o.name', 'o.disabled_at', 'o.enrol_hash'])
    .select((eb) =>
      eb
        .selectFrom('operator_log as l')
        .whereRef('l.operator_id', '=', 'o.operator_id')
        .where('l.verb', 'in', ['enrol', 'signIn', 'useRecoveryCode'])
        .select((inner) => inner.fn.max('l.at').as('at'))
        .as('seen_at'),
    )
    .orderBy('o.name')
    .execute()
  return rows.map(({ name, disabled_at, enrol_hash, seen_at }) => ({
    name,
    state: disabled_at !== null ? '已停用' : enrol_hash ? '待启用' : '已启用',
    seenAt: seen_at === null ? null : Number(seen_at),
  }))
}
