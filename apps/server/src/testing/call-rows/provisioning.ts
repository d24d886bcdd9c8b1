import type { provisioning } from '@moqi/api/provisioning'
import { type CallRows, ends, justReads, plain } from '../call-row.ts'

/** Of the calls in `packages/api/src/provisioning.ts`. */
export const provisioningRows: CallRows<typeof provisioning> = {
  getProvisioning: justReads,
  makeProvisioningToken: { ...plain, again: 'tells a token, which no answer may keep; without it one is made again' },
  endProvisioningToken: {
    inputs: ({ tokenId }) => [{ tokenId }],
    refused: 'provisioning/token-not-found',
    again: ends,
  },
}
