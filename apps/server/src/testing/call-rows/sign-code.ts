import type { signCode } from '@moqi/api/sign-code'
import { justReads, reads, type CallRows } from '../call-row.ts'
import { since } from '../repeat-effects.ts'
import { madeSignCode, signCodeAsked } from '../sign-code-scene.ts'
import { savedTemplate } from '../template-scene.ts'

const refused = 'sign-code/not-found'
const endTime = Date.parse('2026-12-01T23:59:59+08:00')

/** Of the calls in `packages/api/src/sign-code.ts`. */
export const signCodeRows: CallRows<typeof signCode> = {
  listSignCode: justReads,
  addSignCode: {
    inputs: ({ templateId }) => [{ templateId, codeName: '门店入职', cap: 10, endTime, values: { 'fill.pay': '1' } }],
    refused: 'template/not-found',
    colleagueMay: true,
    again: async ({ server, launcher }) => {
      const { templateId } = await savedTemplate(server, launcher)
      const count = async () =>
        (await server.call('listSignCode', { templateId, pageSize: 50 }, launcher)).data.signCodeArray.length
      return { who: launcher, input: signCodeAsked(server, templateId), count: await since(count) }
    },
  },
  moveSignCode: {
    inputs: ({ signCodeId }) => [{ signCodeId, event: 'pause' }],
    refused,
    colleagueMay: true,
    again: async ({ server, launcher }) => {
      const { templateId } = await savedTemplate(server, launcher)
      const { signCodeId } = await madeSignCode(server, launcher, templateId)
      const count = async () => {
        const { data } = await server.call('listSignCodeUse', { signCodeId }, launcher)
        return data.signCode.codeState === 'ended' ? 1 : 0
      }
      return { who: launcher, input: { signCodeId, event: 'end' }, count }
    },
  },
  listSignCodeUse: { inputs: ({ signCodeId }) => [{ signCodeId }], refused, colleagueMay: true, again: reads },
  exportSignCodeUse: { inputs: ({ signCodeId }) => [{ signCodeId }], refused, colleagueMay: true, again: reads },
  getSignCodeInfo: { inputs: () => [{ code: 'x' }], again: reads },
  signCodePage: { inputs: () => [{ code: 'x', fileNo: 1, page: 1 }], again: reads },
  takeSignCode: { inputs: () => [{ code: 'x' }], again: 'leads back to the contract that it made' },
}
