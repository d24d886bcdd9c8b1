import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time } from './shapes.ts'

const count = z.int().nonnegative()
const Totals = z.object({
  sentNumber: count,
  finishedNumber: count,
  rejectedNumber: count,
  expiredNumber: count,
  /** From sending to the last signature, ms; null where nothing was finished. */
  averageTime: z.number().nullable(),
})
const Part = Totals.pick({ sentNumber: true, finishedNumber: true, averageTime: true })

/** What became of the contracts that a space has sent. */
export const statistics = callsUnder('/api/common/v1/statistics', { right: 'seeAllContracts' })({
  getSigningStatistics: {
    summary: '当前空间在一段时间内发起的合同：份数、用时、各月、各部门、各人、各步骤与签署时间',
    input: z.object({
      /** Contracts sent from here on, and before `endTime`; two years at most. */
      startTime: time,
      endTime: time,
      /** Of what the members of one department have sent. */
      departmentId: id.optional(),
    }),
    output: z.object({
      total: Totals,
      /** Of as long a time before. */
      before: Totals,
      /** In order, from the first month on, those without contracts too; `month` as 2026-11. */
      monthArray: z.array(Part.omit({ averageTime: true }).extend({ month: z.string() })),
      /** Most contracts first; without a department: null. */
      departmentArray: z.array(Part.extend({ departmentId: id.nullable(), departmentName: z.string().nullable() })),
      /** Most contracts first, at most 50. */
      memberArray: z.array(Part.extend({ memberName: z.string() })),
      /** How many of the contracts another party has opened, has signed. */
      openedNumber: count,
      countersignedNumber: count,
      /** Signatures by the hour they were made in; `weekday` 1 is Monday. Hours without any are left out. */
      hourArray: z.array(z.object({ weekday: z.int(), hour: z.int(), signedNumber: count })),
    }),
    refuses: ['request/invalid'],
    limit: { count: 60, seconds: 60 },
  },
})
