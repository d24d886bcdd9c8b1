import type { grantRequest } from '@moqi/api/grant-request'
import { endOfDayOf } from '@moqi/domain/time/civil-date'
import { contractFor } from '../approval-scene.ts'
import { bySignId, justReads, reads, type CallRows, contract, setsState, type Stage } from '../call-row.ts'
import { askedForGrant } from '../grant-scene.ts'
import { newHolder } from '../holder-scene.ts'
import { since } from '../repeat-effects.ts'

const firstDay = Date.UTC(2026, 10, 20, 2)
const refused = 'seal/grant-request-not-found'

/** How many requests the company has. */
const requests =
  ({ server, launcher }: Stage) =>
  async () =>
    (await server.call('listGrantRequest', { pageSize: 50 }, launcher)).data.requestArray.length

/** Of the calls in `packages/api/src/grant-request.ts`. */
export const grantRequestRows: CallRows<typeof grantRequest> = {
  getGrantAsking: { ...bySignId, again: reads },
  askForGrant: {
    inputs: ({ signId, sealId }) => [
      { signId, sealId, grantWish: 'contract', endTime: endOfDayOf(firstDay), reason: '合同已定稿' },
    ],
    refused: contract,
    again: async (stage) => {
      const { server, launcher } = stage
      const asker = await newHolder(server, launcher, 13)
      const { signId } = await contractFor(server, launcher, asker)
      const sealId = (await server.call('getGrantAsking', { signId }, asker)).data.sealArray[0]?.sealId ?? ''
      const endTime = endOfDayOf(server.deps.now())
      const input = { signId, sealId, grantWish: 'contract', endTime, reason: '合同已定稿' } as const
      return { who: asker, input, count: await since(requests(stage)) }
    },
  },
  // The asker's alone: of the owner of the space it is somebody else's.
  withdrawGrantRequest: { inputs: ({ requestId }) => [{ requestId }], again: setsState },
  listGrantRequest: justReads,
  getGrantRequest: { inputs: ({ requestId }) => [{ requestId }], refused, again: reads },
  refuseGrantRequest: {
    inputs: ({ requestId }) => [{ requestId, reason: '请由管理员签署' }],
    refused,
    again: async (stage) => {
      const { server, launcher } = stage
      const asker = await newHolder(server, launcher, 14)
      const { signId } = await contractFor(server, launcher, asker)
      const requestId = await askedForGrant(server, asker, signId)
      const number = async () =>
        (await server.call('listGrantRequest', { requestState: 'refused', pageSize: 50 }, launcher)).data.requestArray
          .length
      return { who: launcher, input: { requestId, reason: '请由管理员签署' }, count: await since(number) }
    },
  },
}
