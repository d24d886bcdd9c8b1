import type { lendingPolicy } from '@moqi/api/lending-policy'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkPolicy } from '@moqi/domain/lending/lending-policy'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { isDuplicate } from '#src/platform/database/database.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { currentPolicy } from './policy-store.ts'

type Calls = typeof lendingPolicy
const mostShown = 50

/** The words that hold, and who has changed them. */
export const getLendingPolicy: Handler<Calls['getLendingPolicy']> = ({ db }) =>
  db.directory(async (directory) => {
    const { versionNo, policy } = await currentPolicy(directory)
    const changes = await directory
      .selectFrom('lending_policy')
      .orderBy('version_no', 'desc')
      .limit(mostShown)
      .select(['version_no', 'operator_name', 'made_at', 'reason'])
      .execute()
    return {
      versionNo,
      loanWordArray: policy.loanWords.map(({ word, times, harmless }) => ({
        word,
        times,
        harmlessArray: [...harmless],
      })),
      amountWordArray: [...policy.amountWords],
      changeArray: changes.map((row) => ({
        versionNo: row.version_no,
        operatorName: row.operator_name,
        time: row.made_at,
        reason: row.reason,
      })),
    }
  })

/** Adds a version of the policy. Throws `lending/changed` for whoever has changed an older one. */
export const saveLendingPolicy: Handler<Calls['saveLendingPolicy']> = async (deps, operator, input) => {
  const { operatorId, operatorName, address } = operator
  const policy = fieldOf(
    'words',
    checkPolicy({
      loanWords: input.loanWordArray.map(({ word, times, harmlessArray }) => ({
        word,
        times,
        harmless: harmlessArray,
      })),
      amountWords: input.amountWordArray,
    }),
  )
  const reason = fieldOf('reason', checkReason(input.reason))
  return deps.db
    .directoryWrite(async (tx) => {
      const before = await currentPolicy(tx)
      if (before.versionNo !== input.versionNo) throw new Refusal('lending/changed')
      const versionNo = before.versionNo + 1
      await tx
        .insertInto('lending_policy')
        .values({
          version_no: versionNo,
          policy: JSON.stringify(policy),
          operator_id: operatorId,
          operator_name: operatorName,
          made_at: deps.now(),
          reason,
        })
        .execute()
      const detail = `第${versionNo}版，借贷词语${policy.loanWords.length}个，金额词语${policy.amountWords.length}个。原因：${reason}`
      await addOperatorLog(deps, tx, { operatorId, address, verb: 'saveLendingPolicy', detail })
      return { versionNo }
    })
    .catch((error: unknown) => {
      // Somebody else has added the same version at this moment.
      if (isDuplicate(error)) throw new Refusal('lending/changed')
      throw error
    })
}
