import { keysOf } from '@moqi/domain/keys-of'
import { operatorLists } from '@moqi/domain/operators/operator-lists'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { orderFilter } from './operator-order.ts'
import { id, time } from './shapes.ts'

const search = z.string().trim().max(100).optional()

const OperatorLine = z.object({
  logId: z.string(),
  time,
  label: z.string(),
  detail: z.string().nullable(),
  address: z.string(),
})
/** What an operator has done. */
export type OperatorLine = z.infer<typeof OperatorLine>

/** Issue 18: lists of those who run the platform as workbooks, and what they have done, page by page. */
export const operatorExport = callsUnder('/operator/api', { access: 'operator' })({
  exportOperatorList: {
    summary: '导出运营平台的一个列表（Excel，内容与页面相同，最多10000行；记入操作记录）',
    kind: 'blob',
    /**
     * `state` as the list's own call takes it; of lists without states nothing. Looks are of one space, and orders are
     * found by more.
     */
    input: z.object({
      list: z.enum(keysOf(operatorLists)),
      search,
      state: z.string().max(20).optional(),
      tenantId: id.optional(),
      payWay: orderFilter.payWay,
      timeStart: orderFilter.timeStart,
      timeEnd: orderFilter.timeEnd,
    }),
    refuses: ['request/invalid', 'field/invalid'],
    limit: { count: 20, seconds: 60 },
  },
  listOperatorLog: {
    summary: '当前运营人员的操作记录（新的在前），按操作或内容查找',
    input: z.object({ search, cursor: z.string().max(200).optional() }),
    output: z.object({
      logArray: z.array(OperatorLine),
      nextCursor: z.string().nullable(),
    }),
    refuses: ['request/invalid'],
  },
})
