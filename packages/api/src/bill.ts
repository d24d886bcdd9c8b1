import { keysOf } from '@moqi/domain/keys-of'
import { ledgerKindLabels } from '@moqi/domain/quota/ledger'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { HeldPack } from './order.ts'
import { id, paging, time } from './shapes.ts'

const ledgerKind = z.enum(keysOf(ledgerKindLabels))
/** 份 */
const copies = z.int()
const filter = { ledgerKind: ledgerKind.optional(), timeStart: time.optional(), timeEnd: time.optional() }

/** A pack of the space, also one that is used up or over; null `endTime` holds for ever. */
export const BillPack = HeldPack.extend({
  order: z.object({ orderId: id, orderNo: z.string() }).nullable(),
})
export type BillPack = z.infer<typeof BillPack>

/** A line of the ledger: `balance` is what all packs held after it. */
export const LedgerLine = z.object({
  lineId: id,
  lineTime: time,
  ledgerKind,
  change: copies,
  balance: copies,
  /** What it was charged for or given back for. */
  contract: z.object({ signId: id, taskName: z.string(), taskNo: z.string(), launcherName: z.string() }).nullable(),
  order: z.object({ orderId: id, orderNo: z.string() }).nullable(),
  /** Why it was adjusted by hand. */
  reason: z.string().nullable(),
  packName: z.string(),
  packEndTime: time.nullable(),
})
export type LedgerLine = z.infer<typeof LedgerLine>

/** Checklist R40: what a space has bought and used, for who may buy. */
export const bill = callsUnder('/api/common/v1/bill', { right: 'buy' })({
  listPacks: {
    summary: '份包与用量合计',
    output: z.object({
      packArray: z.array(BillPack),
      surplus: copies,
      /** What ends within 30 days. */
      endingNumber: copies,
      /** Spent this month in Shanghai, without what came back. */
      usedNumber: copies,
    }),
  },
  listLedger: {
    summary: '份数明细，新的在前',
    input: z.object({ ...filter, ...paging }),
    output: z.object({ lineArray: z.array(LedgerLine), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  exportLedger: {
    summary: '导出份数明细（Excel）',
    kind: 'blob',
    input: z.object(filter),
    refuses: ['field/invalid'],
    limit: { count: 20, seconds: 60 },
  },
})
