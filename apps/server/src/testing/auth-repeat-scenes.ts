import { awaitingAmount, companyForm } from './company-auth-scene.ts'
import { newcomer } from './contract-scene.ts'
import type { RepeatScene } from './repeat-scene.ts'
import type { TestServer } from './test-server.ts'

type AuthCall = 'submitPersonAuth' | 'submitCompanyAuth' | 'confirmPayment'

/** Real-name authentication, as it is repeated. */
export const authScenes = (server: () => TestServer): { [K in AuthCall]: RepeatScene<K> } => ({
  async submitPersonAuth() {
    const who = await newcomer(server(), '13900000811')
    const passed = async () => {
      const { data } = await server().call('getUserSpaceInfo', {}, who)
      return data.spaceInfoArray.filter(({ spaceStatus }) => spaceStatus === 'passAuth').length
    }
    return { who, input: { realName: '孙一一', idNumber: '11010519491231002X', agree: 1 }, count: passed }
  },
  async submitCompanyAuth() {
    const who = await newcomer(server(), '13900000812', '孙一一')
    const companies = async () => {
      const { data } = await server().call('getUserSpaceInfo', {}, who)
      return data.spaceInfoArray.filter(({ spaceType }) => spaceType === 'company').length
    }
    return { who, input: companyForm(812), count: companies }
  },
  async confirmPayment() {
    const { who, amount } = await awaitingAmount(server(), '13900000813', companyForm(813))
    const triesSpent = async () => {
      const { data } = await server().call('getAuthInfo', { tenantId: who.tenantId }, who)
      return 3 - (data.company?.triesLeft ?? 0)
    }
    return { who, input: { amount: amount === '0.50' ? '0.51' : '0.50' }, count: triesSpent }
  },
})
