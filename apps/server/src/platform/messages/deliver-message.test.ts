import { smsMessage } from '@moqi/domain/messages/sms-text'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import type { OutgoingSms, SmsGateway } from '#src/platform/gateways/sms/sms-gateway.ts'
import { solvedCaptcha } from '#src/testing/codes.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { queueMail, queueSms } from './queue-message.ts'
import { resendMessages } from './resend-messages.ts'

let clock = Date.UTC(2026, 10, 20, 2)
const sent: OutgoingSms[] = []
let answer: () => Promise<string | null> = async () => 'ref'
const sms: SmsGateway = {
  name: 'aliyun',
  async send(message) {
    sent.push(message)
    return answer()
  },
}
let server: TestServer

beforeAll(async () => {
  server = await testServer({ now: () => clock, sms, log: () => {} })
})
afterAll(() => server.close())
beforeEach(() => {
  sent.length = 0
  answer = async () => 'ref'
})

const recalled = (title: string) => smsMessage('recalled', { title }, '墨契')
const queued = (about: Partial<Parameters<typeof queueSms>[2]> = {}) =>
  server.deps.db.directoryWrite((tx) =>
    queueSms(server.deps, tx, { recipient: '13800000001', scene: 'notice', message: recalled('采购合同'), ...about }),
  )

/** The newest message's row once it is in this state. */
async function settled(state: string) {
  for (let attempt = 0; attempt < 1500; attempt++) {
    const row = await server.deps.db.directory((directory) =>
      directory.selectFrom('message').selectAll().orderBy('message_id', 'desc').limit(1).executeTakeFirst(),
    )
    if (row?.state === state) return row
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no message became ${state}`)
}

test('what is sent is recorded with the gateway and its reference', async () => {
  await queued()
  expect(await settled('sent')).toMatchObject({ gateway: 'aliyun', reference: 'ref', tries: 1, fault: null })
  expect(sent.map(({ phone, message }) => [phone, message.text])).toEqual([['13800000001', recalled('采购合同').text]])
})

test('a gateway that does not answer is asked again until it does', async () => {
  const answers = [new GatewayFault('no usable answer', true)]
  answer = async () => {
    const fault = answers.pop()
    if (fault) throw fault
    return 'second'
  }
  await queued()
  expect(await settled('sent')).toMatchObject({ reference: 'second', tries: 2, fault: null })
  expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(1)
})

const sentAgain = (which: Parameters<typeof resendMessages>[1]) =>
  server.deps.db.directoryWrite((tx) => resendMessages(tx, which, server.deps))

test('a gateway that refuses is believed, and an operator may send again what failed', async () => {
  answer = async () => {
    throw new GatewayFault('isv.AMOUNT_NOT_ENOUGH', false)
  }
  await queued()
  const failed = await settled('failed')
  expect(failed).toMatchObject({ fault: 'isv.AMOUNT_NOT_ENOUGH', tries: 1 })
  expect(sent).toHaveLength(1)
  answer = async () => 'paid'
  expect(await sentAgain({ failedSince: clock + 1 })).toBe(0)
  expect(await sentAgain({ messageId: failed.message_id })).toBe(1)
  expect(await settled('sent')).toMatchObject({ message_id: failed.message_id, reference: 'paid', fault: null })
})

test('a code that was late is not sent, and none is kept longer than it takes to send it', async () => {
  const code = { message: smsMessage('loginCode', { code: '123456' }, '墨契'), scene: 'login', lifeMs: 300_000 }
  await queued(code)
  expect(await settled('sent')).toMatchObject({ content: null })
  await queued({ ...code, lifeMs: -1 })
  expect(await settled('late')).toMatchObject({ content: null, tries: 0 })
  expect(sent).toHaveLength(1)
  const { message_id: messageId } = await settled('late')
  const again = server.deps.db.directoryWrite((tx) => resendMessages(tx, { messageId }, server.deps))
  expect(await again).toBe(0)
})

test('what is named once is sent once, whoever asks again', async () => {
  await Promise.all(Array.from({ length: 5 }, () => queued({ once: 'finished x' })))
  await settled('sent')
  const rows = await server.deps.db.directory((directory) =>
    directory.selectFrom('message').where('once_key', '=', 'finished x').select('message_id').execute(),
  )
  expect(rows).toHaveLength(1)
})

test('a dead gateway slows no request, and mails go out beside it', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  answer = () => promise
  // Its id puts a message into one of two lanes: eight may all fall into one.
  while (sent.length < 2) {
    await queued()
    await new Promise((again) => setTimeout(again, 20))
  }
  const address = '10.1.2.3'
  const captcha = await solvedCaptcha(server, address)
  const asked = await server.call('getVerificationCode', { phone: '13900000055', ...captcha }, { address })
  expect(asked.code).toBe(200)
  const content = { subject: '主题', lines: ['正文'] }
  await server.deps.db.directoryWrite((tx) =>
    queueMail(server.deps, tx, { recipient: 'li@example.cn', scene: 'notice', content }),
  )
  expect(await settled('sent')).toMatchObject({ channel: 'mail' })
  expect(sent.filter(({ phone }) => phone === '13800000001')).toHaveLength(2)
  resolve('late answer')
})

/** To nobody to whom a test before has left messages in their lanes. */
const ownSent = () => sent.filter(({ phone }) => phone.startsWith('138000001') || phone === '13800000003')

test('a code overtakes the notices of a batch, however many wait', async () => {
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>()
  answer = async () => {
    if (sent.at(-1)?.message.template === 'recalled') await held
    return 'ref'
  }
  for (let number = 0; number < 12; number++) await queued({ recipient: `138000001${10 + number}` })
  const message = smsMessage('loginCode', { code: '246810' }, '墨契')
  await queued({ recipient: '13800000003', scene: 'login', lifeMs: 300_000, message })
  await expect.poll(() => ownSent().map(({ phone }) => phone)).toContain('13800000003')
  expect(ownSent().filter(({ message: { template } }) => template === 'recalled').length).toBeLessThan(3)
  goOn()
  await expect.poll(() => ownSent().length).toBe(13)
})

test('at night people sleep: only codes leave before eight', async () => {
  // Jobs run by the database's clock, for which the morning must be still to come.
  clock = Date.UTC(2066, 10, 20, 15)
  await queued()
  const { message_id: asleep } = await settled('waiting')
  await queued({ message: smsMessage('loginCode', { code: '123456' }, '墨契'), scene: 'login', lifeMs: 300_000 })
  await settled('sent')
  const still = await server.deps.db.directory((directory) =>
    directory.selectFrom('message').where('message_id', '=', asleep).select('state').executeTakeFirst(),
  )
  expect(still?.state).toBe('waiting')
})
