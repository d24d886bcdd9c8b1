import { dayMs } from '@moqi/domain/time/civil-date'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

type Written = Omit<Sent<Table['saveTaskRelieve']>, 'signId' | 'version'>

/** What an agreement says, to be signed until `signExpireTime` in ms. */
export const writtenAgreement = (signExpireTime: number): Written => ({
  relieveReason: 'wrongTerms',
  relieveRemark: '第1.1条面积误写，双方将另行签署。',
  feeSettlement: '已付费用于本协议生效后10日内退还。',
  retainedTerms: '原合同第九条（保密）继续有效。',
  otherTerms: '',
  signExpireTime,
})

/** Begins and writes the agreement that voids a finished contract; answers its initiator's handle. */
export async function preparedAgreement(
  server: TestServer,
  launcher: Player,
  signId: string,
): Promise<{ signId: string; taskId: string }> {
  const begun = await server.call('voidTask', { signId }, launcher)
  if (begun.code !== 200) throw new Error(`not begun: ${JSON.stringify(begun)}`)
  const { version } = (await server.call('getRelieveInfo', { signId: begun.data.signId }, launcher)).data
  const written = writtenAgreement(server.deps.now() + 7 * dayMs)
  const saved = await server.call('saveTaskRelieve', { signId: begun.data.signId, version, ...written }, launcher)
  if (saved.data.status !== 'waitSend') throw new Error(`not complete: ${JSON.stringify(saved)}`)
  return begun.data
}

/** As `preparedAgreement`, and sent. */
export async function sentAgreement(
  ...args: Parameters<typeof preparedAgreement>
): Promise<{ signId: string; taskId: string }> {
  const made = await preparedAgreement(...args)
  const answer = await args[0].call('sendTask', { signId: made.signId }, args[1])
  if (answer.code !== 200) throw new Error(`not sent: ${JSON.stringify(answer)}`)
  return made
}
