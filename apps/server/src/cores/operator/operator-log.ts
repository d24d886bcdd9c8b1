import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** What an operator has done, and from where. */
export type OperatorLine = { operatorId: string; address: string; verb: OperatorVerb; detail?: string | null }

/** Adds a line to an operator's own log. */
export async function addOperatorLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { operatorId, address, verb, detail = null }: OperatorLine,
): Promise<void> {
  const row = { log_id: newId(), operator_id: operatorId, at: now(), verb, detail, address }
  await tx.insertInto('operator_log').values(row).execute()
}
