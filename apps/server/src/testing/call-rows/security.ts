import type { security } from '@moqi/api/security'
import { byCode, justReads, sendsCode, type CallRows } from '../call-row.ts'
import { since } from '../repeat-effects.ts'
import { player } from '../contract-scene.ts'

/** Of the calls in `packages/api/src/security.ts`. */
export const securityRows: CallRows<typeof security> = {
  getSecurityInfo: justReads,
  getOwnCertificates: justReads,
  changePassword: {
    inputs: () => [{ oldPassword: 'no', password: 'Ganz-anders1' }],
    again: async (stage) => {
      const zhang = await player(stage.server, '13800000003', 'company')
      const { db } = stage.server.deps
      const before = async () =>
        (await db.directory((directory) => directory.selectFrom('password_history').select('history_id').execute()))
          .length
      const input = { oldPassword: 'Moqi@2026', password: 'Ganz-anders1' }
      return { who: zhang, input, count: await since(before) }
    },
  },
  getNewPhoneCode: { inputs: () => [{ phone: '13800000098', captchaId: 'x', captchaCode: 'x' }], again: sendsCode },
  changePhone: { inputs: () => [{ smsCode: '000000', phone: '13800000098', phoneCode: '000000' }], again: byCode },
  setPin: { inputs: () => [{ smsCode: '000000', pin: '135790' }], again: byCode },
  exportAccount: justReads,
  getCloseInfo: justReads,
  closeAccount: { inputs: () => [{ smsCode: '000000', agree: 1 }], again: byCode },
}
