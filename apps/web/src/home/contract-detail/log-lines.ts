import type { Delivery } from '@moqi/api/delivery'
import type { SignDetail } from '@moqi/api/task'
import { deliveryStates } from './delivery-states.ts'

/** One line of what happened: who, of which company, did what, with what else there is to say. `time` in ms. */
export type LogLineFacts = { key: string; time: number; who: string; did: string; note: string }

/** Of which company somebody acted: a name in the log is a person's alone. */
function companyOf(who: string, { initiatorName, signerArray }: SignDetail): string {
  const [initiator, company] = initiatorName.split('/')
  if (who === initiator && company) return company
  return signerArray.find(({ signerName }) => signerName === who)?.companyName ?? ''
}

/** What else a line tells: with its sending, who gets a copy. */
function noteOf({ verb, detail }: SignDetail['logArray'][number], { ccArray }: SignDetail): string {
  const copies = ccArray.filter(({ when }) => when === 'send').map(({ name }) => name)
  const copied = verb === 'send' && copies.length > 0 ? `抄送 ${copies.join('、')}` : ''
  return [detail, copied].filter(Boolean).join('，')
}

const channels = { sms: '短信', mail: '邮件' } as const

/** What happened to the contract and which messages went out about it, newest first (domain.md 7.3). */
export function logLines(detail: SignDetail, deliveries: readonly Delivery[]): LogLineFacts[] {
  const done = detail.logArray.map((entry): LogLineFacts => ({
    key: `${entry.time}${entry.verb}${entry.who}`,
    time: entry.time,
    who: [...entry.who.split('/'), companyOf(entry.who, detail)].filter(Boolean).join('　'),
    did: entry.label,
    note: noteOf(entry, detail),
  }))
  const told = deliveries.map((one): LogLineFacts => {
    const party = detail.signerArray.find(({ signerNo }) => signerNo === one.signerNo)
    const [, state] = deliveryStates[one.deliveryState]
    return {
      key: one.messageId,
      time: one.changeTime,
      who: '系统',
      did: `${channels[one.channel]}通知 ${party?.signerName ?? '签署方'}`,
      note: [one.label, one.recipient, state, one.fault].filter(Boolean).join('，'),
    }
  })
  return [...done, ...told].toSorted((a, b) => b.time - a.time)
}
