import type { face } from '@moqi/api/face'
import { type CallRows, reads } from '../call-row.ts'

const authid = '00000000-0000-7000-8000-000000000001'
const byPhone = { ticket: 'x', phoneKey: 'x'.repeat(22) }

/** Of the calls in `packages/api/src/face.ts`. */
export const faceRows: CallRows<typeof face> = {
  startFace: {
    inputs: () => [{ realName: '王', idNumber: '1', agree: 1, certificateAgree: 1 }],
    again: 'gives a code of five minutes; the one before it is over',
  },
  getFace: { inputs: ({ faceId }) => [{ faceId }], refused: 'face/dead', again: reads },
  cancelFace: {
    inputs: ({ faceId }) => [{ faceId }],
    refused: 'face/dead',
    again: 'cancels what runs; again, it is cancelled',
  },
  faceScanned: { inputs: () => [byPhone], again: 'says what is said already' },
  beginFace: { inputs: () => [{ ...byPhone, agree: 1 }], again: 'answers the address of the one that runs' },
  askFace: { inputs: () => [{ authid }], again: 'asks the gateway; again, what it said stands' },
  playFace: { inputs: () => [{ authid }], again: 'plays a step of the demonstration; again, it is played' },
}
