import type { operator } from '@moqi/api/operator'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { endOperatorSessions } from '#src/cores/operator/operator-session.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** Ends the operator's session, of which there is one at a time. */
export const signOutOperator: Handler<typeof operator.signOutOperator> = async (deps, { operatorId, address }) => {
  await deps.db.directoryWrite(async (tx) => {
    await endOperatorSessions(tx, operatorId)
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'signOut' })
  })
  return null
}
