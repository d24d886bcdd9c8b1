import type { operatorExport } from '@moqi/api/operator-export'
import { keysOf } from '@moqi/domain/keys-of'
import { operatorVerbs } from '@moqi/domain/operators/operator-verbs'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText, pageOf, readCursor } from '#src/platform/keyset.ts'

const pageSize = 50

/** What the operator who asks has done, the last first; found by the deed's name or by what it was about. */
export const listOperatorLog: Handler<typeof operatorExport.listOperatorLog> = async ({ db }, operator, input) => {
  const before = readCursor(input.cursor)
  const words = likeText(input.search)
  const verbs = keysOf(operatorVerbs).filter((verb) => operatorVerbs[verb].includes(input.search ?? ''))
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('operator_log')
      .where('operator_id', '=', operator.operatorId)
      .$if(words !== null, (query) =>
        query.where((eb) =>
          eb.or([eb('detail', 'like', words ?? ''), ...(verbs.length > 0 ? [eb('verb', 'in', verbs)] : [])]),
        ),
      )
      .$if(before !== null, (query) =>
        query.where((eb) => eb(eb.refTuple('at', 'log_id'), '<', eb.tuple(before?.at ?? 0, before?.id ?? ''))),
      )
      .orderBy('at', 'desc')
      .orderBy('log_id', 'desc')
      .limit(pageSize + 1)
      .select(['log_id', 'at', 'verb', 'detail', 'address'])
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, ({ at, log_id: id }) => ({ at, id }))
  return {
    logArray: page.map(({ log_id: logId, at: time, verb, detail, address }) => ({
      logId,
      time,
      label: operatorVerbs[verb],
      detail,
      address,
    })),
    nextCursor,
  }
}
