import type { companySeal } from '@moqi/api/company-seal'
import { justReads, logsTaking, plain, reads, setsState, type CallRows } from '../call-row.ts'
import { since } from '../repeat-effects.ts'

const carving = { sealPurpose: 'contract', sealForm: 'round38', sealColor: 'red', lineText: '合同专用章' } as const

/** Of the calls in `packages/api/src/company-seal.ts`. */
export const companySealRows: CallRows<typeof companySeal> = {
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
  freezeSeals: { inputs: () => [{ reason: '印章疑似被冒用' }], again: setsState },
  thawSeals: { inputs: () => [{ reason: '已核实无异常' }], again: setsState },
  listCompanySeal: justReads,
  getCompanySeal: { inputs: ({ sealId }) => [{ sealId }], refused: 'seal/not-found', again: reads },
  listSealLog: { ...plain, again: reads },
  exportSealFiling: { ...plain, again: logsTaking },
}
