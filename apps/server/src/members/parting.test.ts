import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { grantWithoutLetter } from '#src/cores/seal/grants.ts'
import { agree, colleague, companyIdOf, invited, memberIdOf } from '#src/testing/company-scene.ts'
import {
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const company = '杭州云启科技有限公司'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let companyId: string
let number = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  companyId = await companyIdOf(server, owner)
})
afterAll(() => server.close())

/** A fresh member with a phone of their own. */
async function member(name: string): Promise<Player & { name: string; memberId: string }> {
  clock += 61_000
  const phone = `139130000${String(++number).padStart(2, '0')}`
  const who = await colleague(server, owner, { name, phone })
  return { ...who, name, memberId: await memberIdOf(server, owner, phone) }
}

/** Lets a member use the company's seal. */
async function grantSeal({ tenantId, memberId }: { tenantId: string; memberId: string }): Promise<void> {
  await server.deps.db.write(tenantId, async (tx) => {
    const seal = await tx
      .selectFrom('seal')
      .where('tenant_id', '=', tenantId)
      .where('account_id', 'is', null)
      .select('seal_id')
      .executeTakeFirstOrThrow()
    const place = { tenantId, sealId: seal.seal_id, accountId: memberId, by: '李静' }
    await grantWithoutLetter(server.deps, tx, place)
  })
}

const rowsOf = async (who: Player) => (await server.call('listTasks', { pageSize: 50 }, who)).data.taskInfoArray

/** The member's row of a contract, once it is there: contracts are handed over by a job. */
async function rowOf(who: Player, taskId: string) {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const row = (await rowsOf(who)).find((task) => task.taskId === taskId)
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  throw new Error('the contract did not come')
}

const logOf = async (who: Player, signId: string) =>
  (await server.call('getSignDetailInfo', { signId }, who)).data.logArray

test('a member with open contracts is removed only with a colleague to take over, and the company says how many', async () => {
  const leaver = await member('韩湘')
  const heir = await member('何仙')
  await sent(server, leaver, [personSigner(1, '王小明', '13800000001')])
  await prepared(server, leaver, [personSigner(1, '王小明', '13800000001')])
  const { memberId } = leaver
  expect((await server.call('getOpenTaskNumber', { memberId }, owner)).data).toEqual({ openTaskNumber: 2 })
  const alone = await server.call('removeMember', { memberId }, owner)
  expect([alone.code, alone.message]).toEqual([422, '还有2份未完成的合同，请选择接手的同事'])
  for (const successorId of [memberId, '0198a000-0000-7000-8000-000000000000', 'x']) {
    const wrong = await server.call('removeMember', { memberId, successorId }, owner)
    expect([wrong.code, wrong.message]).toEqual([422, '接手的同事不存在或已停用，请重新选择'])
  }
  await server.call('updateMemberStatus', { memberId: heir.memberId, memberStatus: 'disabled' }, owner)
  const absent = await server.call('removeMember', { memberId, successorId: heir.memberId }, owner)
  expect(absent.code).toBe(422)
  await server.call('updateMemberStatus', { memberId: heir.memberId, memberStatus: 'enabled' }, owner)
  expect((await rowsOf(leaver)).length).toBe(2)
  expect((await server.call('removeMember', { memberId, successorId: heir.memberId }, owner)).code).toBe(200)
  const gone = await server.call('removeMember', { memberId, successorId: heir.memberId }, owner)
  expect([gone.code, gone.data.reason]).toEqual([404, 'member/not-found'])
})

test('what the leaver launched has a new initiator, who may edit, send and recall it (I11)', async () => {
  const leaver = await member('吕洞')
  const heir = await member('张果')
  const under = await sent(server, leaver, [personSigner(1, '王小明', '13800000001')])
  const draft = await prepared(server, leaver, [
    companySigner(1, company, leaver),
    personSigner(2, '王小明', '13800000001'),
  ])
  const before = await server.call('getStatusTotal', {}, leaver)
  expect(before.data).toMatchObject({ all: 2, myLaunch: 2, waitSend: 1 })
  await server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner)

  const row = await rowOf(heir, under.taskId)
  expect(row).toMatchObject({ initiateUser: 'yes', status: 'otherSign' })
  const log = await logOf(heir, row.signId)
  expect(log).toContainEqual(expect.objectContaining({ who: '李静', label: '转交', detail: '吕洞 → 张果' }))
  expect((await server.call('recallTask', { signId: row.signId, reason: '改由他人经办' }, heir)).code).toBe(200)

  const own = await rowOf(heir, draft.taskId)
  const info = await server.call('getDraftInfo', { signId: own.signId }, heir)
  expect(info.data.signerArray[0]).toMatchObject({ signerName: '张果', companyName: company })
  const saved = await server.call(
    'saveDraft',
    {
      signId: own.signId,
      version: info.data.version,
      taskName: '接手的合同',
      signExpireTime: info.data.signExpireTime,
      fileIdArray: info.data.fileArray.map(({ fileId }) => fileId),
      signerArray: [personSigner(1, '王小明', '13800000001')],
    },
    heir,
  )
  expect(saved.code).toBe(200)
  expect((await server.call('getStatusTotal', {}, heir)).data).toMatchObject({ all: 2, myLaunch: 2 })

  const foreign = await server.call('getSignDetailInfo', { signId: under.signId }, leaver)
  expect([foreign.code, foreign.data.reason]).toEqual([404, 'space/not-found'])
  const home = await server.call('getSignDetailInfo', { signId: under.signId }, { token: leaver.token })
  expect([home.code, home.data]).toEqual([404, { reason: 'contract/not-found' }])
})

test('a draft that is handed over keeps its attachments, whoever uploaded them', async () => {
  const leaver = await member('汉钟')
  const heir = await member('蓝采')
  const bytes = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))
  const { data: file } = await server.upload('报价.pdf', bytes, { ...leaver, usage: 'attachment' })
  const attachmentArray = [{ fileId: file.fileId }]
  const parties = [personSigner(1, '王小明', '13800000001')]
  const { taskId } = await prepared(server, leaver, parties, { attachmentArray })
  await server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner)
  const { signId } = await rowOf(heir, taskId)
  const { data } = await server.call('getDraftInfo', { signId }, heir)
  const { version, signExpireTime } = data
  const fileIdArray = data.fileArray.map(({ fileId }) => fileId)
  const draft = {
    signId,
    version,
    signExpireTime,
    taskName: '接手的合同',
    fileIdArray,
    signerArray: parties,
    attachmentArray,
  }
  expect((await server.call('saveDraft', draft, heir)).code).toBe(200)
})

test('what the leaver has read, the colleague has still to read when the sender asks for it', async () => {
  const leaver = await member('刘海')
  const heir = await member('徐福')
  const chen = await player(server, '13800000004', 'company')
  const { taskId } = await sent(server, chen, [{ ...companySigner(1, company, leaver), forcedReading: true }])
  const signId = await ownSignId(server, leaver, taskId)
  await server.call('getSignDetailInfo', { signId }, leaver)
  clock += 10_000
  expect((await server.call('finishReading', { signId }, leaver)).code).toBe(200)
  await server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner)
  const row = await rowOf(heir, taskId)
  const { data } = await server.call('getSignDetailInfo', { signId: row.signId }, heir)
  expect(data.readingDone).toBe(0)
})

test('a party the leaver had not signed goes to the colleague, who is asked and signs for the company', async () => {
  const leaver = await member('曹国')
  const heir = await member('铁拐')
  await grantSeal(heir)
  const chen = await player(server, '13800000004', 'company')
  const { taskId } = await sent(server, chen, [companySigner(1, company, leaver)])
  const signId = await ownSignId(server, leaver, taskId)
  await server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner)
  const row = await rowOf(heir, taskId)
  expect(row).toMatchObject({ status: 'iSign', initiateUser: 'no' })
  expect(await arrivedMessages(server, { recipient: heir.phone, scene: 'toSign' })).toHaveLength(1)
  expect((await server.call('signBeforeCheck', { signId }, { token: leaver.token })).code).toBe(404)
  expect((await signNow(server, heir, taskId)).data).toEqual({ status: 'finish' })
  const chenRow = await rowOf(chen, taskId)
  const detail = await server.call('getSignDetailInfo', { signId: chenRow.signId }, chen)
  expect(detail.data.signerArray[0]).toMatchObject({ signerName: '铁拐', companyName: company })
  expect(detail.data.logArray.map(({ label }) => label)).toContain('转交')
})

test('a party the leaver has signed stays theirs; the contract they launched goes on under the colleague', async () => {
  const leaver = await member('蓝采')
  const heir = await member('钟离')
  await grantSeal(leaver)
  const { taskId } = await sent(server, leaver, [
    companySigner(1, company, leaver),
    personSigner(2, '王小明', '13800000001'),
  ])
  await signNow(server, leaver, taskId)
  await server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner)
  const row = await rowOf(heir, taskId)
  expect(row).toMatchObject({ status: 'otherSign', initiateUser: 'yes' })
  const { data } = await server.call('getSignDetailInfo', { signId: row.signId }, heir)
  expect(data.ownSignerNo).toBeNull()
  expect(data.signerArray.map(({ signerName, signerStatus }) => [signerName, signerStatus])).toEqual([
    ['蓝采', 'signed'],
    ['王小明', 'toSign'],
  ])
  const signer = await player(server, '13800000001', 'person')
  await signNow(server, signer, taskId)
  expect(await rowOf(heir, taskId)).toMatchObject({ status: 'finish' })
})

test('a launcher who was to sign too leaves both roles to a colleague who is party already', async () => {
  const leaver = await member('木公')
  const heir = await member('金母')
  const { taskId } = await sent(server, leaver, [companySigner(1, company, leaver), companySigner(2, company, heir)], {
    signOrderType: 'disorder',
  })
  expect(await rowOf(heir, taskId)).toMatchObject({ initiateUser: 'no', status: 'iSign' })
  await server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner)
  for (let attempt = 0; attempt < 1000; attempt++) {
    if ((await rowOf(heir, taskId)).initiateUser === 'yes') break
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  const row = await rowOf(heir, taskId)
  expect(row).toMatchObject({ initiateUser: 'yes', status: 'iSign' })
  expect(row.operationArray).toContain('recall')
  expect((await rowsOf(heir)).filter((task) => task.taskId === taskId)).toHaveLength(1)
  expect((await server.call('recallTask', { signId: row.signId, reason: '重新发起' }, heir)).code).toBe(200)
})

test('leaving oneself hands over on the same terms; the last administrator must transfer first (domain 4.5)', async () => {
  const leaver = await member('李元')
  const { taskId } = await sent(server, leaver, [personSigner(1, '王小明', '13800000001')])
  expect((await server.call('getLeaveInfo', {}, leaver)).data).toEqual({ openTaskNumber: 1, isLastAdmin: 'no' })
  expect((await server.call('leaveCompany', {}, leaver)).message).toBe('还有1份未完成的合同，请选择接手的同事')
  const { data: colleagues } = await server.call('colleagueList', { keyword: '李静' }, leaver)
  expect(colleagues.colleagueArray).toHaveLength(1)
  expect(JSON.stringify((await server.call('colleagueList', {}, leaver)).data)).not.toContain(leaver.memberId)
  const successorId = colleagues.colleagueArray[0]?.memberId ?? ''
  expect((await server.call('leaveCompany', { successorId }, leaver)).code).toBe(200)
  expect(await rowOf(owner, taskId)).toMatchObject({ initiateUser: 'yes' })
  expect((await server.call('listTasks', {}, leaver)).data.reason).toBe('space/not-found')

  expect((await server.call('getLeaveInfo', {}, owner)).data).toMatchObject({ isLastAdmin: 'yes' })
  const last = await server.call('leaveCompany', { successorId: leaver.memberId }, owner)
  expect([last.code, last.message]).toEqual([422, '请先转让管理员'])
  const ownerId = await memberIdOf(server, owner, owner.phone)
  const self = await server.call('removeMember', { memberId: ownerId }, owner)
  expect([self.code, self.message]).toEqual([422, '不能移除自己，请使用退出企业'])
  const personal = await player(server, '13800000001', 'person')
  expect((await server.call('leaveCompany', {}, personal)).code).toBe(404)
})

test('a disabled member is out of the space at once, with an open session, and back when enabled', async () => {
  const who = await member('太白')
  const { signId } = await sent(server, who, [personSigner(1, '王小明', '13800000001')])
  await server.call('setTenantId', { tenantId: who.tenantId }, who)
  await server.call('updateMemberStatus', { memberId: who.memberId, memberStatus: 'disabled' }, owner)
  for (const [name, input] of [
    ['listTasks', {}],
    ['getSignDetailInfo', { signId }],
    ['sendTask', { signId }],
    ['getSpaceDetailInfo', {}],
  ] as const) {
    const answer = await server.call(name, input, who)
    expect([name, answer.code, answer.data.reason]).toEqual([name, 404, 'space/not-found'])
  }
  // A session that names no space falls back to one that is still its own.
  expect((await server.call('getSpaceDetailInfo', {}, { token: who.token })).data.spaceType).toBe('person')
  expect((await server.call('setTenantId', { tenantId: who.tenantId }, who)).code).toBe(404)
  const twice = await server.call('updateMemberStatus', { memberId: who.memberId, memberStatus: 'disabled' }, owner)
  expect([twice.code, twice.data.reason]).toEqual([409, 'member/changed'])
  await server.call('updateMemberStatus', { memberId: who.memberId, memberStatus: 'enabled' }, owner)
  expect((await server.call('getSignDetailInfo', { signId }, who)).code).toBe(200)
  const ownerId = await memberIdOf(server, owner, owner.phone)
  const self = await server.call('updateMemberStatus', { memberId: ownerId, memberStatus: 'disabled' }, owner)
  expect([self.code, self.message]).toEqual([422, '不能停用自己'])
})

test('a contract sent for the company to a disabled member waits, and is there when the member is enabled', async () => {
  const who = await member('托塔')
  const chen = await player(server, '13800000004', 'company')
  await server.call('updateMemberStatus', { memberId: who.memberId, memberStatus: 'disabled' }, owner)
  const { taskId } = await sent(server, chen, [companySigner(1, company, who)])
  await server.call('updateMemberStatus', { memberId: who.memberId, memberStatus: 'enabled' }, owner)
  expect(await rowOf(who, taskId)).toMatchObject({ status: 'iSign' })
})

test('a contract that waits for somebody to join the company is theirs on joining', async () => {
  const phone = '13914000001'
  const chen = await player(server, '13800000004', 'company')
  const { taskId } = await sent(server, chen, [companySigner(1, company, { name: '二郎', phone })])
  await invited(server, owner, { name: '二郎', phone })
  const person = await newcomer(server, phone, '二郎')
  await agree(server, person, companyId)
  expect(await rowOf({ ...person, tenantId: owner.tenantId }, taskId)).toMatchObject({ status: 'iSign' })
})

test('removing while contracts are being sent to the member loses none of them', async () => {
  const leaver = await member('哮天')
  const heir = await member('巨灵')
  const chen = await player(server, '13800000004', 'company')
  const made = []
  for (let n = 0; n < 4; n++) made.push(await prepared(server, chen, [companySigner(1, company, leaver)]))
  const sending = made.map(({ signId }) => server.call('sendTask', { signId }, chen))
  const removing = new Promise((resolve) => setTimeout(resolve, 150)).then(() =>
    server.call('removeMember', { memberId: leaver.memberId, successorId: heir.memberId }, owner),
  )
  const answers = await Promise.all([...sending, removing])
  expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200])
  const waiting = await server.deps.db.directory((directory) =>
    directory.selectFrom('waiting_entry').where('phone', '=', leaver.phone).select('contract_id').execute(),
  )
  const claimed = made.filter(({ taskId }) => !waiting.some(({ contract_id }) => contract_id === taskId))
  for (const { taskId } of claimed) expect(await rowOf(heir, taskId)).toMatchObject({ status: 'iSign' })
})
