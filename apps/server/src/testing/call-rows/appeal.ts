import type { appeal } from '@moqi/api/appeal'
import { type CallRows, justReads, logsTaking, reads } from '../call-row.ts'
import { newcomer } from '../contract-scene.ts'
import { uploadedPictures } from '../paper-review-scene.ts'

/** Why no key is needed. */
const decided = 'is refused by the appeal once it is decided'
const appealId = '00000000-0000-7000-8000-000000000001'
/** The launcher's company of the demonstration. */
const creditCode = '91330106MA2KQYT75D'
const form = { creditCode, appealReason: 'left', statement: '原管理员已离职', agree: 1, companyAgree: 1 } as const

/** Of the calls in `packages/api/src/appeal.ts`. */
export const appealRows: CallRows<typeof appeal> = {
  getTakenCompany: { inputs: () => [{ creditCode }], again: reads },
  askToJoin: {
    inputs: () => [{ creditCode: '91350100M000100Y43', agree: 1 }],
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000841', '孙一一')
      const told = async () =>
        (await stage.server.call('listMessage', { pageSize: 50 }, stage.launcher)).data.messageArray.filter(
          ({ kind }) => kind === 'joinAsked',
        ).length
      return { who, input: { creditCode, agree: 1 }, count: told }
    },
  },
  submitAppeal: {
    inputs: () => [{ ...form, creditCode: '91350100M000100Y43', pictureArray: ['a', 'b'] }],
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000842', '孙一一')
      const pictureArray = await uploadedPictures(stage.server, who, 2, 'company')
      const told = async () =>
        (await stage.server.call('listMessage', { pageSize: 50 }, stage.launcher)).data.messageArray.filter(
          ({ kind }) => kind === 'appealed',
        ).length
      return { who, input: { ...form, pictureArray }, count: told }
    },
  },
  withdrawAppeal: { inputs: () => [{ appealId }], again: decided },
  getAppealAgainst: justReads,
  objectToAppeal: {
    inputs: () => [{ appealId, objection: '申请人不是本公司员工' }],

    again: decided,
  },
  listAppeals: justReads,
  appealPicture: { inputs: () => [{ appealId, picture: 1 }], again: logsTaking },
  grantAppeal: { inputs: () => [{ appealId, creditCode }], again: decided },
  refuseAppeal: { inputs: () => [{ appealId, reason: '授权书没有盖章' }], again: decided },
}
