import type { seal } from '@moqi/api/seal'
import { personSeal } from '@moqi/signing/seal-art/draw-seal'
import { justReads, plain, reads, setsState, type CallRows } from '../call-row.ts'
import { since } from '../repeat-effects.ts'

/** Of the calls in `packages/api/src/seal.ts`. */
export const sealRows: CallRows<typeof seal> = {
  listSeals: justReads,
  makePersonSealImg: justReads,
  getDatePngSrc: justReads,
  addPersonSeal: {
    ...plain,
    again: async (stage) => {
      const images = await stage.server.call('makePersonSealImg', {}, stage.wang)
      const seals = async () =>
        (await stage.server.call('listSeals', { pageSize: 50 }, stage.wang)).data.sealInfoArray.length
      const sealStyle = images.data.sealImgArray[0]?.sealStyle ?? ''
      return { who: stage.wang, input: { sealName: '第二枚印章', sealStyle }, count: await since(seals) }
    },
  },
  companyLegal: justReads,
  handwriteLink: { ...plain, again: 'gives a code of five minutes; the one before it is over' },
  handWriteQrcodeScanned: { inputs: () => [{ ticket: 'x' }], again: 'says what is said already' },
  submitHandwrite: {
    inputs: () => [{ ticket: 'x', handwriteBase64: 'x' }],
    again: async (stage) => {
      const { handwriteSealId, handwriteLink } = (await stage.server.call('handwriteLink', {}, stage.wang)).data
      const ticket = new URL(handwriteLink).searchParams.get('ticket') ?? ''
      const submitted = async () => {
        const { data } = await stage.server.call('keepAskingHandwrite', { handwriteSealId }, stage.wang)
        return data.handwriteState === 'submitted' ? 1 : 0
      }
      const handwriteBase64 = personSeal('王小明', 'rectanglePlain').png.toString('base64')
      return { who: {}, input: { ticket, handwriteBase64 }, count: submitted }
    },
  },
  keepAskingHandwrite: {
    inputs: ({ handwritingId }) => [{ handwriteSealId: handwritingId }],
    refused: 'handwriting/dead',
    again: reads,
  },
  pcSealUpdate: {
    inputs: ({ sealId }) => [{ sealId, sealStatus: 'disabled', reason: '暂停使用' }],
    refused: 'seal/not-found',
    again: setsState,
  },
  pcIndexDeleteSeal: { inputs: ({ sealId }) => [{ sealId }], refused: 'seal/not-found', again: setsState },
  userSeals: {
    inputs: ({ companyId }) => [{ companyId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: reads,
  },
  sealImage: { inputs: ({ sealId }) => [{ sealId }], refused: 'seal/not-found', colleagueMay: true, again: reads },
}
