import { lockState } from '@moqi/domain/account/lockout'
import { operatorLimits } from '@moqi/domain/operators/operator-rules'
import type { Selectable } from 'kysely'
import type { Caller } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { matchingStep } from '#src/platform/keys/totp.ts'
import { addOperatorLog } from './operator-log.ts'
import { openedSecret, recoveryHashOf } from './operator-secrets.ts'
import { startOperatorSession } from './operator-session.ts'

type Row = Selectable<Schema['operator']>
type Entering = Pick<Deps, 'now' | 'random' | 'newId'> & Keyed

/** What was shown: whether the password was right, and a one-time password or recovery code. */
type Shown = { operatorId: string; right: boolean; code: string }

/**
 * A session for who has shown password and code; null for anybody else, which counts as a failure, and while the
 * failures before have locked the operator. To be committed either way.
 */
export async function enterOperator(
  deps: Entering,
  tx: Db,
  caller: Caller,
  { operatorId, right, code }: Shown,
): Promise<{ token: string; expireTime: number } | null> {
  const row = await tx
    .selectFrom('operator')
    .where('operator_id', '=', operatorId)
    .where('disabled_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.enrol_hash) return null
  const lock = lockState(row.failures, row.failed_at, deps.now(), operatorLimits.login)
  if (lock.locked) return null
  const way = right ? await proven(deps, tx, row, code) : null
  const set = way
    ? { failures: 0, failed_at: null, used_step: way.step }
    : { failures: operatorLimits.login.failures - lock.triesLeft + 1, failed_at: deps.now() }
  await tx.updateTable('operator').set(set).where('operator_id', '=', operatorId).execute()
  await addOperatorLog(deps, tx, { operatorId, address: caller.address, verb: way?.verb ?? 'signInFailed' })
  return way && startOperatorSession(deps, tx, caller, operatorId)
}

/** How the second factor was proved, and the step that is used up by now; null where it was not. */
async function proven(deps: Entering, tx: Db, row: Row, code: string) {
  const { operator_id: operatorId, totp_secret: stored, used_step: after } = row
  if (stored === null) return null
  const secret = openedSecret(deps, operatorId, stored)
  const step = matchingStep(secret, { code: code.trim(), at: deps.now(), after })
  if (step !== null) return { verb: 'signIn', step } as const
  const used = await tx
    .deleteFrom('operator_recovery')
    .where('operator_id', '=', operatorId)
    .where('code_hash', '=', recoveryHashOf(deps, operatorId, code))
    .returning('operator_id')
    .executeTakeFirst()
  return used ? ({ verb: 'useRecoveryCode', step: after } as const) : null
}
