import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { newcomer, type Player } from './contract-scene.ts'
import { arrivedMessages } from './messages.ts'
import type { TestServer } from './test-server.ts'

type Form = Sent<Table['submitCompanyAuth']>

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const weights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28]

/** What the form of the `number`th company says, as its owner would fill it in; each has a credit code of its own. */
export function companyForm(number: number, companyName = '厦门标准软件有限公司'): Form & { bankAccount: string } {
  const body = `91350100M${String(number).padStart(8, '0')}`
  const sum = weights.reduce((total, weight, index) => total + weight * alphabet.indexOf(body[index] ?? ''), 0)
  return {
    companyName,
    creditCode: body + alphabet[(31 - (sum % 31)) % 31],
    legalName: '林一鸣',
    bankName: '中国银行厦门分行',
    bankAccount: `4166 8800 ${String(number).padStart(4, '0')}-3456`,
    agree: 1,
  }
}

/** A real-named newcomer whose company has been sent its amount, and that amount; acts in the company's space. */
export async function awaitingAmount(
  server: TestServer,
  phone: string,
  form: ReturnType<typeof companyForm>,
): Promise<{ who: Player; amount: string }> {
  const who = await newcomer(server, phone, '林晓')
  const { data } = await server.call('submitCompanyAuth', form, who)
  await arrivedMessages(server, { recipient: phone, scene: 'paymentSent' })
  const recipient = form.bankAccount.replaceAll(/[\s-]/g, '')
  const [newest] = await arrivedMessages(server, { recipient, scene: 'payment' })
  const amount = /认证款(0\.\d\d)元/.exec(newest?.body ?? '')?.[1] ?? ''
  return { who: { ...who, tenantId: data.tenantId }, amount }
}
