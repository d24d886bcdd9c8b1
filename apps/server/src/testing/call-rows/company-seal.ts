import type { companySeal as calls } from '@moqi/api/company-seal'
import { usualDesign } from '@moqi/domain/seals/company-seal'
import { companySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { justReads, logsTaking, plain, reads, setsState, type CallRows } from '../call-row.ts'
import { since } from '../repeat-effects.ts'

const name = '杭州云启科技有限公司'
const owner = { companyName: name, creditCode: '', legalName: null }
/** A picture of a seal: any that was drawn will do. */
const pictured = companySeal(usualDesign('contract', name), owner).png
const submitted = {
  sealName: '上传的合同章',
  sealPurpose: 'contract',
  width: 38,
  imageBase64: pictured.toString('base64'),
} as const
const carving = { sealPurpose: 'contract', sealForm: 'round38', sealColor: 'red', lineText: '合同专用章' } as const

/** Of the calls in `packages/api/src/company-seal.ts`. */
export const companySealRows: CallRows<typeof calls> = {
  getSealMaking: justReads,
  makeCompanySealImg: { inputs: () => [carving], again: reads },
  addCompanySeal: {
    inputs: () => [{ ...carving, sealName: '合同专用章' }],
    again: async ({ server, launcher }) => ({
      who: launcher,
      input: { ...carving, sealName: '采购合同专用章' },
      count: await since(async () => (await server.call('listCompanySeal', {}, launcher)).data.sealArray.length),
    }),
  },
  submitCompanySeal: {
    inputs: ({ fileId, sealId }) => [{ ...submitted, originalFileId: fileId, sealId }],
    refused: 'seal/not-found',
    again: async ({ server, launcher }) => {
      const original = await server.upload('章.png', pictured, { ...launcher, usage: 'sealImage' })
      return {
        who: launcher,
        input: { ...submitted, originalFileId: original.data.fileId },
        count: await since(async () => (await server.call('listCompanySeal', {}, launcher)).data.sealArray.length),
      }
    },
  },
  getSealWatch: justReads,
  saveSealWatch: {
    inputs: () => [{ enabled: 1, dayArray: [1, 2], fromMinute: 540, untilMinute: 1080, perHour: 5, perDay: 9 }],
    again: setsState,
  },
  freezeSeals: { inputs: () => [{ reason: '印章疑似被冒用' }], again: setsState },
  thawSeals: { inputs: () => [{ reason: '已核实无异常' }], again: setsState },
  listCompanySeal: justReads,
  getCompanySeal: { inputs: ({ sealId }) => [{ sealId }], refused: 'seal/not-found', again: reads },
  listSealLog: { ...plain, again: reads },
  exportSealFiling: { ...plain, again: logsTaking },
}
