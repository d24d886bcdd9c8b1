import { vi } from 'vitest'
import type { Player } from './contract-scene.ts'
import { offered } from './order-scene.ts'
import type { TestServer } from './test-server.ts'

/** The company's own title, with all that a special invoice needs. */
export const ownTitle = {
  titleType: 'company',
  titleName: '杭州云启科技有限公司',
  taxNo: '91330100799655058B',
  address: '杭州市西湖区文三路1号',
  phone: '0571-88886666',
  bankName: '中国工商银行杭州分行',
  bankAccount: '1202026609900123456',
} as const

/** A title that the embedded gateway refuses. */
export const refusedTitle = { titleType: 'person', titleName: '样票开具失败' } as const

/** Keeps a title, and answers its id. */
export async function savedTitle(
  server: TestServer,
  buyer: Player,
  title: { titleType: 'person' | 'company'; titleName: string; taxNo?: string } = ownTitle,
): Promise<string> {
  const made = await server.call('saveInvoiceTitle', title, buyer)
  if (made.code !== 200) throw new Error(made.message)
  return made.data.titleId
}

/** What is asked for over these orders of one pack each. */
export const wishFor = (orderIdArray: string[], titleId: string) => ({
  orderIdArray,
  fen: offered.fen * orderIdArray.length,
  titleId,
  invoiceType: 'normal' as const,
  email: 'finance@yunqi.example.cn',
})

/** Asks for an invoice over orders of one pack each, and answers its id. */
export async function askedInvoice(
  server: TestServer,
  buyer: Player,
  orderIdArray: string[],
  titleId: string,
): Promise<string> {
  const made = await server.call('askInvoice', wishFor(orderIdArray, titleId), buyer)
  if (made.code !== 200) throw new Error(made.message)
  return made.data.invoiceId
}

/** An invoice in its own words. */
export const invoiceOf = async (server: TestServer, buyer: Player, invoiceId: string) =>
  (await server.call('getInvoice', { invoiceId }, buyer)).data

/** Waits until a job has brought an invoice into that state. */
export const untilInvoice = (server: TestServer, buyer: Player, invoiceId: string, state: string) =>
  vi.waitUntil(async () => (await invoiceOf(server, buyer, invoiceId)).invoiceStatus === state, { timeout: 30_000 })

/** How often the log of an invoice says that. */
export const invoiceLines = async (server: TestServer, buyer: Player, invoiceId: string, verb: string) =>
  (await invoiceOf(server, buyer, invoiceId)).logArray.filter((line) => line.verb === verb).length
