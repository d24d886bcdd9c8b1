import type { realName } from '@moqi/api/real-name'
import { reads, type CallRows } from '../call-row.ts'
import { newcomer } from '../contract-scene.ts'
import { awaitingAmount, companyForm } from '../company-auth-scene.ts'

const company = {
  companyName: '杭州云启科技有限公司',
  creditCode: '91350100M000100Y43',
  legalName: '李静',
  bankName: '中国银行',
  bankAccount: '12345678',
}

/** Of the calls in `packages/api/src/real-name.ts`. */
export const realNameRows: CallRows<typeof realName> = {
  getAuthInfo: {
    inputs: ({ tenantId }) => [{ tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: reads,
  },
  submitPersonAuth: {
    inputs: () => [{ realName: '王', idNumber: '1', agree: 1, certificateAgree: 1 }],
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000811')
      const passed = async () => {
        const { data } = await stage.server.call('getUserSpaceInfo', {}, who)
        return data.spaceInfoArray.filter(({ spaceStatus }) => spaceStatus === 'passAuth').length
      }
      return {
        who,
        input: { realName: '孙一一', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 },
        count: passed,
      }
    },
  },
  changePersonInfo: {
    inputs: () => [{ realName: '王', idNumber: '1', agree: 1, certificateAgree: 1 }],
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000814', '孙一一')
      const told = async () =>
        (await stage.server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.filter(
          ({ kind }) => kind === 'personChanged',
        ).length
      const input = { realName: '孙二二', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 } as const
      return { who, input, count: told }
    },
  },
  submitCompanyAuth: {
    inputs: ({ tenantId }) => [{ tenantId, ...company, agree: 1 }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000812', '孙一一')
      const companies = async () => {
        const { data } = await stage.server.call('getUserSpaceInfo', {}, who)
        return data.spaceInfoArray.filter(({ spaceType }) => spaceType === 'company').length
      }
      return { who, input: companyForm(812), count: companies }
    },
  },
  changeCompanyInfo: {
    // Nothing of a shared stage is renamed: what is asked for is no name.
    inputs: () => [{ companyName: '无', legalName: '李静' }],
    again: 'changes a state; again there is nothing to change',
  },
  withdrawReversePayment: {
    inputs: () => [{ authid: 'none' }],
    again: 'is refused by the authentication once it has been taken back',
  },
  confirmPayment: {
    inputs: () => [{ amount: '0.37' }],
    again: async (stage) => {
      const { who, amount } = await awaitingAmount(stage.server, '13900000813', companyForm(813))
      const triesSpent = async () => {
        const { data } = await stage.server.call('getAuthInfo', { tenantId: who.tenantId }, who)
        return 3 - (data.company?.triesLeft ?? 0)
      }
      return { who, input: { amount: amount === '0.50' ? '0.51' : '0.50' }, count: triesSpent, code: 422 }
    },
  },
}
