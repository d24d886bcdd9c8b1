import type { operatorHealth } from '@moqi/api/operator-health'
import { type CallRows, justReads } from '../call-row.ts'

/** Of the calls in `packages/api/src/operator-health.ts`. */
export const operatorHealthRows: CallRows<typeof operatorHealth> = {
  systemHealth: justReads,
  listGateways: justReads,
  testGateway: {
    inputs: () => [{ gateway: 'timestamp' }],
    again: 'asks a gateway once more, ten times in ten minutes at most',
  },
}
