import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongCode } from '#src/testing/codes.ts'
import { memberIdOf, requestTransfer } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { arrivedMessages, codeIn } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let operator: Player
let operatorId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  operatorId = await memberIdOf(server, owner, operator.phone)
})
afterAll(() => server.close())

/** With no code, for what is refused before one counts. */
const refused = (memberId = operatorId) => server.call('requestTransfer', { memberId, smsCode: '' }, owner)
async function request() {
  clock += 61_000
  return requestTransfer(server, owner, operatorId)
}
const answer = (who: Player, transferId: string, replyFlag: 'agree' | 'disagree') =>
  server.call('answerTransfer', { transferId, replyFlag }, { token: who.token })
const isOwner = async (who: Player) => (await server.call('getSpaceDetailInfo', {}, who)).data.isSpaceOwner === 'yes'
const grants = () =>
  server.deps.db.read(owner.tenantId, (tenant) =>
    tenant.selectFrom('seal_grant').where('state', '<>', 'revoked').select('account_id').execute(),
  )

test('only a real-named, enabled member can be asked, one at a time, and the request can be taken back', async () => {
  const ownId = await memberIdOf(server, owner, owner.phone)
  const self = await refused(ownId)
  expect([self.code, self.message]).toEqual([422, '您已是管理员'])
  await server.call('updateMemberStatus', { memberId: operatorId, memberStatus: 'disabled' }, owner)
  expect((await refused()).data.reason).toBe('transfer/target')
  await server.call('updateMemberStatus', { memberId: operatorId, memberStatus: 'enabled' }, owner)
  const personal = await player(server, operator.phone, 'person')
  const setAuth = (status: 'notAuth' | 'passAuth') =>
    server.deps.db.directory((directory) =>
      directory.updateTable('space').set({ auth_status: status }).where('tenant_id', '=', personal.tenantId).execute(),
    )
  await setAuth('notAuth')
  expect((await refused()).message).toBe('只能转让给已完成实名认证的正常成员')
  await setAuth('passAuth')
  const { data } = await request()
  expect((await refused()).message).toBe('已有等待对方确认的管理员转让，请先取消')
  expect((await server.call('getTransfer', {}, owner)).data.transfer).toMatchObject({ memberName: '张伟' })
  expect((await server.call('cancelTransfer', { transferId: data.transferId }, owner)).code).toBe(200)
  expect((await answer(operator, data.transferId, 'agree')).data.reason).toBe('transfer/not-found')
  expect(await isOwner(owner)).toBe(true)
})

test('without the code sent to the administrator’s own phone nobody is asked, and whom one cannot ask costs no code (C21)', async () => {
  clock += 61_000
  const sent = await server.call('getSmsVerificationCode', { scene: 'transfer' }, owner)
  expect(sent.data.phone).toBe('138****0002')
  const told = () => arrivedMessages(server, { recipient: owner.phone, scene: 'transfer', count: 2 })
  const smsCode = codeIn((await told())[0]?.body ?? '') ?? ''
  const ask = (memberId: string, code: string) =>
    server.call('requestTransfer', { memberId, smsCode: code }, owner).then(({ data }) => data.reason ?? null)
  expect(await ask(operatorId, wrongCode(smsCode))).toBe('account/code-wrong')
  expect(await ask(await memberIdOf(server, owner, owner.phone), smsCode)).toBe('member/self')
  const transferOf = async () => (await server.call('getTransfer', {}, owner)).data.transfer
  expect(await transferOf()).toBeNull()
  expect(await ask(operatorId, smsCode)).toBeNull()
  const transferId = (await transferOf())?.transferId ?? ''
  await server.call('cancelTransfer', { transferId }, owner)
  expect(await ask(operatorId, smsCode)).toBe('account/code-wrong')
})

test('the asked member is told, in the personal space and by SMS, and may decline; nobody else may answer', async () => {
  const personal = await player(server, operator.phone, 'person')
  const { data } = await request()
  const { messageArray } = (await server.call('listMessage', {}, personal)).data
  expect(messageArray).toContainEqual(
    expect.objectContaining({
      text: '李静请您接任杭州云启科技有限公司的管理员，请确认是否同意',
      path: '/user-space/company-join-list',
    }),
  )
  const [sms] = await arrivedMessages(server, { recipient: operator.phone, scene: 'administrationOffered' })
  expect(sms?.body).toBe('【墨契】李静请您接任杭州云启科技有限公司的管理员，请登录后在空间菜单的“待答复”中确认。')
  const stranger = await player(server, '13800000004', 'company')
  for (const who of [stranger, owner]) {
    expect((await answer(who, data.transferId, 'agree')).data.reason).toBe('transfer/not-found')
  }
  const { data: mine } = await server.call('listInvite', {}, operator)
  expect(mine.transferArray).toMatchObject([{ transferId: data.transferId, adminName: '李静' }])
  expect((await answer(operator, data.transferId, 'disagree')).code).toBe(200)
  expect((await server.call('listInvite', {}, operator)).data.transferArray).toEqual([])
  expect([await isOwner(owner), await isOwner(operator)]).toEqual([true, false])
})

test('a member who is disabled or removed meanwhile takes nothing over', async () => {
  const { data } = await request()
  await server.call('updateMemberStatus', { memberId: operatorId, memberStatus: 'disabled' }, owner)
  expect((await answer(operator, data.transferId, 'agree')).data.reason).toBe('transfer/not-found')
  await server.call('updateMemberStatus', { memberId: operatorId, memberStatus: 'enabled' }, owner)
  expect((await server.call('getTransfer', {}, owner)).data.transfer).toBeNull()
})

test('agreeing, ten times at once, changes places once and voids every authorisation of seals (domain 2.5)', async () => {
  expect(await grants()).not.toEqual([])
  const { data } = await request()
  const answers = await Promise.all(Array.from({ length: 10 }, () => answer(operator, data.transferId, 'agree')))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 404)).toHaveLength(9)
  expect([await isOwner(owner), await isOwner(operator)]).toEqual([false, true])
  expect(await grants()).toEqual([])
  expect((await server.call('listMember', {}, owner)).status).toBe(403)
  const { data: list } = await server.call('listMember', {}, operator)
  expect(list.memberArray.map(({ memberName, roleName, sealNumber }) => [memberName, roleName, sealNumber])).toEqual([
    ['李静', '经办人', 0],
    ['张伟', '管理员', 1],
  ])
  expect((await server.call('userSeals', {}, owner)).data.sealInfoArray).toEqual([])
  const { data: log } = await server.call('listMemberLog', {}, operator)
  expect(log.logArray[0]).toMatchObject({ who: '张伟', label: '接任管理员', detail: '李静 → 张伟' })
})
