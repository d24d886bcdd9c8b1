import { afterAll, beforeAll, expect, test } from 'vitest'
import { agree, colleague, companyIdOf, invited, memberIdOf } from '#src/testing/company-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const day = 24 * 3_600_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let companyId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  companyId = await companyIdOf(server, owner)
})
afterAll(() => server.close())

const invitationsTo = async (phone: string, count: number) =>
  (await arrivedMessages(server, { recipient: phone, scene: 'invited', count })).map(({ body }) => body)

/** Moves the clock; the administrator, whose session has ended by then, signs in again. */
async function later(ms: number): Promise<void> {
  clock += ms
  owner = await player(server, '13800000002', 'company')
}

const spacesOf = async (who: Player) =>
  (await server.call('getUserSpaceInfo', {}, who)).data.spaceInfoArray.map(({ tenantId }) => tenantId)
const reply = (who: Player, replyFlag: 'agree' | 'disagree') =>
  server.call('replyInviteUser', { companyId, replyFlag }, { token: who.token })

test('an invited phone gets an SMS, finds the invitation after registration, and joins with its own name (C35, C93)', async () => {
  const phone = '13911000001'
  const { data: department } = await server.call('saveDepartment', { departmentName: '法务部' }, owner)
  const asked = await invited(server, owner, { name: '唐三藏', phone, departmentId: department.departmentId })
  expect(asked.data).toEqual({ successNumber: 1, failArray: [] })
  const [body] = await invitationsTo(phone, 1)
  expect(body).toMatch(/^【墨契】李静邀请您加入杭州云启.*，请确认：http\S+$/)
  const short = new URL(/http\S+/.exec(body ?? '')?.[0] ?? '').pathname
  const led = await server.app.inject({ url: short })
  expect(led.headers.location).toBe(`/home/user-space/company-join?companyId=${companyId}`)

  const person = await newcomer(server, phone)
  const waiting = await server.call('listInvite', {}, person)
  expect(waiting.data.inviteArray).toMatchObject([{ companyId, adminName: '李静', departmentName: '法务部' }])
  const info = await server.call('getInviteInfo', { companyId }, person)
  expect(info.data).toEqual({
    companyId,
    companyName: '杭州云启科技有限公司',
    adminName: '李静',
    expireTime: clock + 7 * day,
    departmentName: '法务部',
    roleName: '经办人',
    inviteStatus: 'invited',
  })
  const early = await reply(person, 'agree')
  expect([early.code, early.message]).toEqual([422, '您需要完成实名认证'])
  expect(await spacesOf(person)).not.toContain(owner.tenantId)

  await server.call(
    'submitPersonAuth',
    { realName: '唐三藏', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 },
    person,
  )
  const joined = await reply(person, 'agree')
  expect([joined.code, joined.data]).toEqual(['0', { tenantId: owner.tenantId }])
  expect((await spacesOf(person))[0]).toBe(owner.tenantId)
  const listed = await server.call('listMember', { keyword: '唐三' }, owner)
  expect(listed.data.memberArray).toMatchObject([
    { memberName: '唐三藏', phone: '139****0001', departmentName: '法务部', roleName: '经办人', isSpaceOwner: 'no' },
  ])
  expect((await server.call('listInvite', {}, person)).data.inviteArray).toEqual([])
})

test('declining ends the invitation and touches neither company nor members (S25)', async () => {
  const phone = '13911000002'
  await invited(server, owner, { name: '沙悟净', phone })
  const person = await newcomer(server, phone)
  const before = await server.call('listDepartment', {}, owner)
  const declined = await reply(person, 'disagree')
  expect([declined.code, declined.data]).toEqual(['0', { tenantId: null }])
  expect([(await reply(person, 'disagree')).code, (await reply(person, 'agree')).code]).toEqual(['0', 409])
  expect((await server.call('getInviteInfo', { companyId }, person)).message).toBe(
    '您已拒绝该邀请，如需加入，请联系企业管理员重新邀请',
  )
  const after = await server.call('listDepartment', {}, owner)
  expect(after.data.memberNumber).toBe(before.data.memberNumber)
  expect((await server.call('getSpaceDetailInfo', {}, owner)).data.spaceName).toBe('杭州云启科技有限公司')
  const sent = await server.call('listInviteUser', { keyword: phone }, owner)
  expect(sent.data.inviteArray).toMatchObject([{ memberName: '沙悟净', inviteStatus: 'declined' }])
})

test('twenty parallel accepts make one member, one line of the log and twenty equal answers', async () => {
  const phone = '13911000003'
  await invited(server, owner, { name: '白龙马', phone })
  const person = await newcomer(server, phone, '白龙马')
  const answers = await Promise.all(Array.from({ length: 20 }, () => reply(person, 'agree')))
  expect(answers.map(({ code, data }) => [code, data.tenantId])).toEqual(
    Array.from({ length: 20 }, () => ['0', owner.tenantId]),
  )
  const { data } = await server.call('listMember', { keyword: phone }, owner)
  expect(data.total).toBe(1)
  const log = await server.call('listMemberLog', { pageSize: 50 }, owner)
  const lines = log.data.logArray.filter(({ label, detail }) => label === '加入企业' && detail?.startsWith('白龙马'))
  expect(lines).toHaveLength(1)
})

test('agreeing and disagreeing at once have the effect of whichever came first', async () => {
  for (let round = 0; round < 5; round++) {
    const phone = `1391100010${round}`
    await invited(server, owner, { name: '红孩儿', phone })
    const person = await newcomer(server, phone, '红孩儿')
    const answers = await Promise.all([reply(person, 'agree'), reply(person, 'disagree')])
    expect(answers.filter(({ code }) => code === '0')).toHaveLength(1)
    const isMember = (await spacesOf(person)).includes(owner.tenantId)
    expect(isMember).toBe(answers[0].code === '0')
    await later(61_000)
  }
})

test('an invitation holds seven days and then says so; sent again it lives on', async () => {
  const phone = '13911000004'
  await invited(server, owner, { name: '铁扇', phone })
  const { data: sent } = await server.call('listInviteUser', { keyword: phone }, owner)
  const invitationId = sent.inviteArray[0]?.invitationId ?? ''
  const soon = await server.call('resendInvite', { invitationId }, owner)
  expect([soon.code, soon.message]).toEqual([429, '刚刚发送过邀请，请10分钟后再试'])
  await later(7 * day)
  const person = await newcomer(server, phone, '铁扇')
  expect((await reply(person, 'agree')).message).toBe('邀请已过期，请联系企业管理员重新邀请')
  expect((await server.call('listInviteUser', { keyword: phone }, owner)).data.inviteArray).toMatchObject([
    { inviteStatus: 'expired' },
  ])
  expect((await server.call('resendInvite', { invitationId }, owner)).data).toEqual({ expireTime: clock + 7 * day })
  expect(await invitationsTo(phone, 2)).toHaveLength(2)
  expect((await server.call('listInviteUser', { keyword: phone }, owner)).data.total).toBe(1)
  expect((await reply(person, 'agree')).code).toBe('0')
})

test('a cancelled invitation is over for the invited too', async () => {
  const phone = '13911000005'
  await invited(server, owner, { name: '金角', phone })
  const person = await newcomer(server, phone, '金角')
  const { data: sent } = await server.call('listInviteUser', { keyword: phone }, owner)
  const invitationId = sent.inviteArray[0]?.invitationId ?? ''
  expect((await server.call('cancelInvite', { invitationId }, owner)).code).toBe(200)
  expect((await server.call('cancelInvite', { invitationId }, owner)).code).toBe(409)
  expect((await reply(person, 'agree')).message).toBe('邀请已被企业取消，如需加入，请联系企业管理员')
  expect((await server.call('listInvite', {}, person)).data.inviteArray).toEqual([])
})

test('who was not invited learns nothing: a real company, an invented one and a code that is none answer alike', async () => {
  const stranger = await player(server, '13800000004', 'company')
  const invented = '0198a000-0000-7000-8000-000000000000'
  const answers = []
  for (const id of [companyId, invented, 'x']) {
    answers.push(await server.call('getInviteInfo', { companyId: id }, stranger))
    answers.push(await server.call('replyInviteUser', { companyId: id, replyFlag: 'agree' }, stranger))
    answers.push(await server.call('replyInviteUser', { companyId: id, replyFlag: 'disagree' }, stranger))
  }
  answers.push(await server.call('getInviteInfo', { inviteCode: 'A'.repeat(22) }, stranger))
  const [first] = answers
  expect(first).toMatchObject({ status: 200, code: 404, data: { reason: 'invitation/not-found' } })
  expect(answers.map(({ code, message, data }) => ({ code, message, data }))).toEqual(
    answers.map(() => ({ code: first?.code, message: first?.message, data: first?.data })),
  )
  expect((await server.call('getInviteInfo', {}, stranger)).status).toBe(400)
})

test('fifty at most at once, and each that cannot be invited is named with its reason', async () => {
  const before = await server.call('listInviteUser', {}, owner)
  const inviteArray = [
    { memberName: '李靖', phone: '13911000201' },
    { memberName: '李靖', phone: '+86 139 1100 0201' },
    { memberName: '哪吒', phone: '12345' },
    { memberName: '', phone: '13911000202' },
    { memberName: '李静', phone: '13800000002' },
    { memberName: '张伟', phone: '13800000003' },
    { memberName: '木吒', phone: '13911000203', roleId: '0198a000-0000-7000-8000-000000000000' },
  ]
  const { data } = await server.call('inviteUser', { inviteArray }, owner)
  expect(data.successNumber).toBe(1)
  expect(data.failArray.map(({ message }) => message)).toEqual([
    '该手机号已邀请过，请在待加入中再次邀请',
    '手机号格式不正确',
    '请输入真实姓名',
    '该手机号已是企业成员',
    '该手机号已是企业成员',
    '部门或角色不存在，请刷新后重试',
  ])
  const after = await server.call('listInviteUser', {}, owner)
  expect(after.data.total).toBe(before.data.total + 1)
  const many = Array.from({ length: 51 }, (_, n) => ({ memberName: '李靖', phone: `139220000${n + 10}` }))
  expect((await server.call('inviteUser', { inviteArray: many }, owner)).status).toBe(400)
  expect((await server.call('inviteUser', { inviteArray: many.slice(1) }, owner)).data.successNumber).toBe(50)
})

test('one phone is not invited again and again: five messages a day of one company', async () => {
  const phone = '13911000300'
  for (let round = 0; round < 5; round++) {
    expect((await invited(server, owner, { name: '蜘蛛', phone })).data.successNumber).toBe(1)
    const { data } = await server.call('listInviteUser', { keyword: phone }, owner)
    await server.call('cancelInvite', { invitationId: data.inviteArray[0]?.invitationId ?? '' }, owner)
    await later(60_000)
  }
  const sixth = await invited(server, owner, { name: '蜘蛛', phone })
  expect(sixth.data.failArray.map(({ message }) => message)).toEqual(['今日向该手机号发送的邀请过多，请明天再试'])
})

test('a link leads whoever has it to an invitation of their own, until it is withdrawn (R56)', async () => {
  const first = await server.call('makeInviteLink', {}, owner)
  expect(first.data.inviteLink).toBe(
    `${server.deps.config.publicUrl}/home/register-type?inviteCode=${first.data.inviteCode}`,
  )
  const stored = await server.deps.db.directory((directory) =>
    directory.selectFrom('invitation_link').selectAll().execute(),
  )
  expect(JSON.stringify(stored)).not.toContain(first.data.inviteCode)

  const made = await server.call('makeInviteLink', {}, owner)
  const { inviteCode } = made.data
  const person = await newcomer(server, '13911000401', '羊力')
  const replaced = await server.call('getInviteInfo', { inviteCode: first.data.inviteCode }, person)
  expect(replaced.code).toBe(404)
  for (let round = 0; round < 2; round++) {
    const info = await server.call('getInviteInfo', { inviteCode }, person)
    expect(info.data).toMatchObject({ companyId, adminName: '李静', inviteStatus: 'invited' })
  }
  expect((await server.call('listInvite', {}, person)).data.inviteArray).toHaveLength(1)
  expect((await agree(server, person, companyId)).data).toEqual({ tenantId: owner.tenantId })
  expect((await server.call('getInviteInfo', { inviteCode }, person)).data.inviteStatus).toBe('accepted')

  const late = await newcomer(server, '13911000402', '虎力')
  await server.call('getInviteInfo', { inviteCode }, late)
  await server.call('withdrawInviteLink', {}, owner)
  expect((await server.call('getInviteLink', {}, owner)).data).toEqual({ expireTime: null })
  expect((await server.call('getInviteInfo', { inviteCode }, late)).code).toBe(404)
  expect((await agree(server, late, companyId)).code).toBe(409)
})

test('the code somebody registered with is an invitation of theirs, once', async () => {
  const { data: link } = await server.call('makeInviteLink', {}, owner)
  const person = await newcomer(server, '13911000405', '獬豸')
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ invite_code: link.inviteCode }).where('phone', '=', person.phone).execute(),
  )
  expect((await server.call('listInvite', {}, person)).data.inviteArray).toMatchObject([{ companyId }])
  await reply(person, 'disagree')
  expect((await server.call('listInvite', {}, person)).data.inviteArray).toEqual([])
})

test('a link is over after seven days', async () => {
  const { data } = await server.call('makeInviteLink', {}, owner)
  expect(data.expireTime).toBe(clock + 7 * day)
  await later(7 * day)
  const person = await newcomer(server, '13911000403', '鹿力')
  expect((await server.call('getInviteInfo', { inviteCode: data.inviteCode }, person)).code).toBe(404)
  expect((await server.call('getInviteLink', {}, owner)).data).toEqual({ expireTime: null })
})

test('a disabled member cannot come back through an invitation or a link', async () => {
  const who = { name: '黄袍', phone: '13911000404' }
  const person = await colleague(server, owner, who)
  const memberId = await memberIdOf(server, owner, who.phone)
  await server.call('updateMemberStatus', { memberId, memberStatus: 'disabled' }, owner)
  const { data: link } = await server.call('makeInviteLink', {}, owner)
  const refusals = [
    await server.call('getInviteInfo', { inviteCode: link.inviteCode }, { token: person.token }),
    await server.call('getInviteInfo', { companyId }, { token: person.token }),
    await agree(server, person, companyId),
  ]
  expect(refusals.map(({ message }) => message)).toEqual(
    refusals.map(() => '您在该企业的成员资格已停用，请联系企业管理员'),
  )
  expect((await invited(server, owner, who)).data.failArray[0]?.message).toBe(
    '该手机号对应的成员已停用，请在成员列表中启用',
  )
  expect(await spacesOf({ ...person, tenantId: '' })).not.toContain(owner.tenantId)
})

test('a repeat with the same key answers as the first time', async () => {
  const inviteArray = [{ memberName: '牛魔', phone: '13911000501' }]
  const first = await server.call('inviteUser', { inviteArray }, { ...owner, key: 'invite-once' })
  const second = await server.call('inviteUser', { inviteArray }, { ...owner, key: 'invite-once' })
  expect([first.data, second.data]).toEqual([first.data, first.data])
  expect(first.data.successNumber).toBe(1)
})
