import type { registration } from '@moqi/api/registration'
import { byCode, givesProof, justReads, reads, sendsCode, type CallRows } from '../call-row.ts'

const phone = '13800000099'

/** Of the calls in `packages/api/src/registration.ts`. */
export const registrationRows: CallRows<typeof registration> = {
  register: {
    inputs: () => [{ userType: 'person', userName: 'xiaoming', phone, smsToken: 'x', password: 'Moqi@2026', agree: 1 }],
    again: 'spends a proof, and a phone has one account',
  },
  getSmsCode: { inputs: () => [{ phone, scene: 'register', captchaToken: 'x' }], again: sendsCode },
  checkUserNameUnique: { inputs: () => [{ userName: 'xiaoming', captchaToken: 'x' }], again: reads },
  checkImageCode: { inputs: () => [{ captchaId: 'x', captchaCode: 'x' }], again: givesProof },
  commonCheckImageCode: { inputs: () => [{ captchaId: 'x', captchaCode: 'x' }], again: givesProof },
  checkSms: { inputs: () => [{ phone, smsCode: '000000', scene: 'register' }], again: givesProof },
  resetPassword: {
    inputs: () => [{ smsToken: 'x', password: 'Moqi@2026' }],
    again: 'spends a proof, and a proof works once',
  },
  emailCode: {
    inputs: () => [{ email: 'x' }],
    again: 'answers a wait and sends at most one code a minute, whatever the key',
  },
  bindEmail: { inputs: () => [{ email: 'x@example.cn', emailCode: '000000' }], again: byCode },
  getPerfectInfo: justReads,
  perfectInfo: { inputs: () => [{ email: 'x' }], again: byCode },
  setDefaultTenant: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: async (stage) => {
      const chosen = async () => {
        const { db } = stage.server.deps
        const accounts = await db.directory((directory) =>
          directory
            .selectFrom('account')
            .where('phone', '=', stage.launcher.phone)
            .where('default_tenant_id', '=', stage.launcher.tenantId)
            .select('account_id')
            .execute(),
        )
        return accounts.length
      }
      return { who: stage.launcher, input: { tenantId: stage.launcher.tenantId }, count: chosen }
    },
  },
}
