import type { statistics } from '@moqi/api/statistics'
import { dayMs } from '@moqi/domain/time/civil-date'
import { reads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/statistics.ts`. */
export const statisticsRows: CallRows<typeof statistics> = {
  getSigningStatistics: { inputs: () => [{ startTime: 0, endTime: dayMs }], again: reads },
}
