import type { operator } from '@moqi/api/operator'
import { operatorVerbs } from '@moqi/domain/operators/operator-verbs'
import type { Handler } from '#src/platform/handlers.ts'

const newest = 50

/** Who is signed in, how many recovery codes are left, and what the operator has done lately. */
export const operatorSelf: Handler<typeof operator.operatorSelf> = async ({ db }, { operatorId, ...self }) => {
  const { codes, lines } = await db.directory(async (directory) => ({
    codes: await directory
      .selectFrom('operator_recovery')
      .where('operator_id', '=', operatorId)
      .select((eb) => eb.fn.countAll().as('number'))
      .executeTakeFirstOrThrow(),
    lines: await directory
      .selectFrom('operator_log')
      .where('operator_id', '=', operatorId)
      .orderBy('at', 'desc')
      .orderBy('log_id', 'desc')
      .limit(newest)
      .select(['at', 'verb', 'detail', 'address'])
      .execute(),
  }))
  return {
    name: self.operatorName,
    expireTime: self.expireTime,
    recoveryCodeNumber: Number(codes.number),
    logArray: lines.map(({ at, verb, detail, address }) => ({ time: at, label: operatorVerbs[verb], detail, address })),
  }
}
