import type { openSign } from '@moqi/api/open-sign'
import { contract, reads, sendsCode, setsState, signsIn, type CallRows } from '../call-row.ts'
import { reports } from '../repeat-effects.ts'
import { ownSignId, personSigner, player, sent } from '../contract-scene.ts'
import { arrivedMessages } from '../messages.ts'

/** Of the calls in `packages/api/src/open-sign.ts`. */
export const openSignRows: CallRows<typeof openSign> = {
  getTicketInfo: { inputs: () => [{ ticket: 'x' }], again: reads },
  sendTicketCode: { inputs: () => [{ ticket: 'x' }], again: sendsCode },
  enterByTicket: { inputs: () => [{ ticket: 'x', smsCode: '000000', agree: 1 }], again: signsIn },
  openTicket: {
    inputs: () => [{ ticket: 'x' }],
    again: 'gives an entry that waits to whom it waits for: again, it has it',
  },
  leaveMail: {
    inputs: ({ signId }) => [{ signId, email: 'li@example.cn' }],
    refused: contract,
    again: setsState,
    sendsNothing: true,
  },
  reportByTicket: {
    inputs: () => [{ ticket: 'x', reason: 'tricked' }],
    again: async (stage) => {
      const phone = '13900000831'
      const { taskId } = await sent(stage.server, stage.launcher, [personSigner(1, '周晓彤', phone)])
      const [asked] = await arrivedMessages(stage.server, { recipient: phone, scene: 'toSign' })
      const ticket = /\/t\/([\w-]+)/.exec(asked?.body ?? '')?.[1] ?? ''
      return { who: {}, input: { ticket, reason: 'tricked' }, count: reports(stage, taskId) }
    },
  },
  reportContract: {
    inputs: ({ signId }) => [{ signId, reason: 'tricked' }],
    refused: contract,
    again: async (stage) => {
      const who = await player(stage.server, '13800000001', 'person')
      const { taskId } = await sent(stage.server, stage.launcher, [personSigner(1, '王小明', who.phone)])
      const signId = await ownSignId(stage.server, who, taskId)
      return {
        who,
        input: { signId, reason: 'other', content: '不认识对方' },
        count: reports(stage, taskId),
      }
    },
    sendsNothing: true,
  },
}
