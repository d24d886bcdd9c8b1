import type { sealGrant } from '@moqi/api/seal-grant'
import { endOfDayOf, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { justReads, reads, setsState, type CallRows } from '../call-row.ts'
import { memberIdOf } from '../company-scene.ts'
import { savedTemplate } from '../template-scene.ts'
import { autoGrantAsked, grantAsked, waitingGrant } from '../grant-scene.ts'
import { contracts, since } from '../repeat-effects.ts'

const refused = 'seal/grant-not-found'
const firstDay = Date.UTC(2026, 10, 20, 2)
const term = { beginTime: startOfDayShanghai(shanghaiDate(firstDay)), endTime: endOfDayOf(firstDay) }
const operatorPhone = '13800000003'

/** Of the calls in `packages/api/src/seal-grant.ts`. */
export const sealGrantRows: CallRows<typeof sealGrant> = {
  listSealGrant: justReads,
  getSealGrant: { inputs: ({ grantId }) => [{ grantId }], refused, again: reads },
  getGrantMaking: justReads,
  addSealGrant: {
    inputs: ({ sealId, operatorId }) => [{ sealId, memberId: operatorId, grantScope: 'all', ...term }],
    refused: 'seal/not-found',
    again: async ({ server, launcher }) => {
      const memberId = await memberIdOf(server, launcher, operatorPhone)
      const input = await grantAsked(server, launcher, memberId)
      const count = async () => (await server.call('listSealGrant', { pageSize: 50 }, launcher)).data.grantArray.length
      return { who: launcher, input, count: await since(count) }
    },
  },
  addAutoGrant: {
    inputs: ({ sealId, templateId }) => [
      { sealId, templateIdArray: [templateId], amountMax: null, countMax: 10, ...term },
    ],
    refused: 'seal/not-found',
    again: async ({ server, launcher }) => {
      const { templateId } = await savedTemplate(server, launcher)
      const input = await autoGrantAsked(server, launcher, templateId)
      const count = async () =>
        (await server.call('listSealGrant', { grantManner: 'auto', pageSize: 50 }, launcher)).data.grantArray.length
      return { who: launcher, input, count: await since(count) }
    },
  },
  sendGrantLetter: {
    inputs: ({ grantId }) => [{ grantId }],
    refused,
    again: async (stage) => {
      const { server, launcher } = stage
      const memberId = await memberIdOf(server, launcher, operatorPhone)
      const grantId = await waitingGrant(server, launcher, await grantAsked(server, launcher, memberId))
      return { who: launcher, input: { grantId }, count: await since(contracts(stage)) }
    },
  },
  revokeSealGrant: { inputs: ({ grantId }) => [{ grantId, reason: '岗位调整' }], refused, again: setsState },
}
