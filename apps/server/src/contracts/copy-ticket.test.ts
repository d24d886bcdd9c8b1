import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, player, type Player, sent } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { newAddress } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const phone = '13900000861'
let server: TestServer
let jing: Player
beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 10, 20, 2) })
  jing = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

test('a copy recipient without account proves the phone, is real-named and reads, by one link (I10, R44)', async () => {
  const parties = [personSigner(1, '王小明', '13800000001')]
  await sent(server, jing, parties, { ccArray: [{ name: '周晓彤', phone }] })
  const [told] = await arrivedMessages(server, { recipient: phone, scene: 'cc' })
  const ticket = /\/t\/([0-9A-Za-z]{11})/.exec(told?.body ?? '')?.[1] ?? ''
  const { data: info } = await server.call('getTicketInfo', { ticket })
  expect(info).toMatchObject({ copy: 'yes', companyName: null, phone: '139****0861' })
  expect(JSON.stringify(info)).not.toContain('周晓彤')

  await server.call('sendTicketCode', { ticket }, { address: newAddress() })
  const smsCode = await server.code(phone, 'ticket')
  const { data: session } = await server.call('enterByTicket', { ticket, smsCode, agree: 1 }, { address: newAddress() })
  const { token } = session
  expect((await server.call('openTicket', { ticket }, { token })).data).toMatchObject({
    step: 'realName',
    signId: null,
  })
  const proof = { realName: '周晓彤', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 } as const
  await server.call('submitPersonAuth', proof, { token })
  const { data } = await server.call('openTicket', { ticket }, { token })
  expect(data).toMatchObject({ step: 'contract', signerName: '周晓彤', mail: null })

  const who = { token, tenantId: data.tenantId ?? '' }
  const detail = (await server.call('getSignDetailInfo', { signId: data.signId ?? '' }, who)).data
  expect([detail.taskName, detail.ownSignerNo, detail.positionArray]).toEqual(['测试合同', null, []])
  const other = await server.call('openTicket', { ticket }, { token: jing.token })
  expect(other.data.reason).toBe('ticket/other-person')
  const { data: report } = await server.call('reportByTicket', { ticket, reason: 'tricked' })
  expect(report.reportNo).toMatch(/^JB/)
})
