import type { ownSignature } from '@moqi/api/own-signature'
import { contract, type CallRows } from '../call-row.ts'

const nobodys = '0'.repeat(64)

/** Of the calls in `packages/api/src/own-signature.ts`. */
export const ownSignatureRows: CallRows<typeof ownSignature> = {
  prepareOwnSignature: {
    inputs: ({ signId }) => [{ signId, authToken: 'x', positionArray: [], keyId: nobodys }],
    refused: contract,
    again: 'keeps what ends by itself; what is prepared again is as good',
  },
  completeOwnSignature: {
    inputs: ({ signId }) => [
      { signId, authToken: 'x', preparedId: '00000000-0000-4000-8000-000000000000', signatureArray: ['AAAA'] },
    ],
    refused: contract,
    sendsNothing: true,
    again: 'spends what was prepared in its transaction, and that works once',
  },
}
