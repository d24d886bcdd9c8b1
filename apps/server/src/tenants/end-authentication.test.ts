import { deedKeptMs } from '@moqi/domain/operators/auth-ending'
import { proposalLifeMs } from '@moqi/domain/operators/proposal'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sweep } from '#src/platform/jobs/sweep.ts'
import { awaitingAmount, companyForm } from '#src/testing/company-auth-scene.ts'
import {
  companySigner,
  newcomer,
  personSigner,
  type Player,
  player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { companyPaperForm, idPhoto, uploadedPictures } from '#src/testing/paper-review-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let people = 0
let server: TestServer
let chen: Awaited<ReturnType<typeof enrolled>>
let zhou: Awaited<ReturnType<typeof enrolled>>
const reason = '登记机关已核准注销'
const reference = '（沪）登字〔2026〕第12号'
const file = { fileName: '注销通知书.png', bytes: idPhoto() }
const dueNotice = '平台终止认证（企业已注销）：登记机关已核准注销。文书编号：（沪）登字〔2026〕第12号'

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())

const phoneOf = () => `134${String(++people).padStart(8, '0')}`
const fieldsOf = (tenantId: string, change: Record<string, string> = {}) => ({
  tenantId,
  endCause: 'dissolved',
  reason,
  reference,
  ...change,
})
const end = (tenantId: string, change: Record<string, string> = {}, who: { token?: string } = chen, deed = file) =>
  server.send('endAuthentication', deed, fieldsOf(tenantId, change), who)
const infoOf = async (who: Player, tenantId?: string) =>
  (await server.call('getAuthInfo', tenantId === undefined ? {} : { tenantId }, who)).data
const told = async (who: Player, kind: string) =>
  (await server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.filter((one) => one.kind === kind)
const sealsOf = async (who: Player) =>
  (await server.call('listSeals', {}, who)).data.sealInfoArray.map(({ sealStatus }) => sealStatus)
const revoked = (tenantId: string) =>
  server.deps.db.read(tenantId, (own) =>
    own
      .selectFrom('signing_certificate as c')
      .leftJoin('revoked_certificate as r', 'r.serial', 'c.serial')
      .where('c.tenant_id', '=', tenantId)
      .select(['c.revoked_at', 'c.sealed_key', 'r.reason'])
      .execute(),
  )
async function company(): Promise<{ who: Player; tenantId: string; form: ReturnType<typeof companyForm> }> {
  const phone = phoneOf()
  const form = companyForm(people + 4000, `厦门终止${people}有限公司`)
  const { who, amount } = await awaitingAmount(server, phone, form)
  expect((await server.call('confirmPayment', { amount }, who)).code).toBe(200)
  await expect.poll(() => sealsOf(who), { timeout: 20_000 }).toEqual(['enabled'])
  return { who, tenantId: who.tenantId, form }
}

test('a company that is ended loses certificates and seals, signs nothing, reads all, and comes back by people alone', async () => {
  const { who, tenantId, form } = await company()
  const person = await player(server, '13800000001', 'person')
  const first = await sent(server, person, [companySigner(1, form.companyName, { name: '林晓', phone: who.phone })])
  expect((await signNow(server, who, first.taskId)).code).toBe(200)
  const waits = await sent(server, person, [companySigner(1, form.companyName, { name: '林晓', phone: who.phone })])
  const own = await sent(server, who, [personSigner(1, '王小明', person.phone)])
  const { data: weighed } = await server.call('weighAuthEnd', { tenantId }, chen)
  expect(weighed).toEqual({
    isAuthed: 1,
    needsSecond: 0,
    certificateNumber: 1,
    sealNumber: 1,
    signingNumber: 1,
    waitingNumber: 1,
    memberNumber: 1,
    companyNumber: 0,
  })
  expect(await end(tenantId)).toMatchObject({ code: 200, data: { isDone: 1 } })

  const ended = { endCause: 'dissolved', reason, reference, endTime: clock }
  expect(await infoOf(who, tenantId)).toMatchObject({ isAuthed: 'notAuth', reason: dueNotice, ending: ended })
  expect(await sealsOf(who)).toEqual(['revoked'])
  expect((await revoked(tenantId)).map((row) => [row.revoked_at, row.sealed_key.length, row.reason])).toEqual([
    [clock, 0, 'cessationOfOperation'],
  ])
  const draft = await server.call('saveDraft', { taskName: '合同', fileIdArray: [], signerArray: [] }, who)
  expect(draft.data.reason).toBe('space/not-authenticated')
  clock += 61_000
  expect((await signNow(server, who, waits.taskId)).code).not.toBe(200)
  expect((await server.call('getSignDetailInfo', { signId: own.signId }, who)).code).toBe(200)

  const [notice] = await told(who, 'authEnded')
  expect(notice?.text).toContain(`${form.companyName}：${dueNotice}`)
  expect(notice?.text).toContain('可以通过人工审核重新认证；如有异议，请致电客服')
  await expect.poll(async () => (await told(person, 'partyAuthEnded')).length, { timeout: 20_000 }).toBe(2)
  const texts = (await told(person, 'partyAuthEnded')).map(({ text }) => text).join()
  expect(texts).toContain(`发起方${form.companyName}的实名认证已被平台终止`)
  expect(texts).toContain(`签署方${form.companyName}的实名认证已被平台终止`)
  expect(texts).not.toContain(reason)
  const { logArray } = (await server.call('getSignDetailInfo', { signId: waits.signId }, person)).data
  expect(logArray.find(({ verb }) => verb === 'endPartyAuth')?.detail).toBe(form.companyName)
  const { data: log } = await server.call('listPlatformLog', {}, who)
  expect(log.logArray[0]).toMatchObject({ label: '平台终止认证', detail: dueNotice })

  const byMachine = await server.call('submitCompanyAuth', { ...form, tenantId }, who)
  expect([byMachine.data.reason, byMachine.message]).toEqual([
    'identity/rejected',
    '平台已终止原实名认证，请选择人工审核，由平台人员核对后重新认证',
  ])
  const pictures = await uploadedPictures(server, who, 2, 'company')
  const { companyName, creditCode } = form
  const papers = { ...companyPaperForm(pictures), kind: 'enterprise' as const, companyName, creditCode, tenantId }
  const again = await server.call('submitCompanyReview', papers, who)
  expect(again.data.isAuthed).toBe('inCompanyAuth')
  const passed = { authid: again.data.authid, creditCode, validUntil: '' }
  expect((await server.call('passCompanyReview', passed, chen)).data).toEqual({ isPassed: 1 })
  expect(await infoOf(who, tenantId)).toMatchObject({ isAuthed: 'passAuth', ending: null, reason: null })
  await expect.poll(() => sealsOf(who), { timeout: 20_000 }).toContain('enabled')
  clock += 61_000
  expect((await signNow(server, who, waits.taskId)).code).toBe(200)
})

test('a person who is ended: a change under way fails, companies that wait for it too, colleagues hear of it', async () => {
  const { who: boss, tenantId: companyId } = await company()
  const phone = phoneOf()
  const member = await newcomer(server, phone)
  const born = { realName: '王小明', idNumber: '110101199003070097', agree: 1, certificateAgree: 1 } as const
  expect((await server.call('submitPersonAuth', born, member)).data.isAuthed).toBe('passAuth')
  const accountId = await accountOf(phone)
  await server.deps.db.directory((directory) =>
    directory
      .insertInto('membership')
      .values({ tenant_id: companyId, account_id: accountId, is_owner: false, created_at: clock })
      .execute(),
  )
  const waiting = await server.call('submitCompanyAuth', companyForm(people + 4000, '厦门等待有限公司'), member)
  expect(waiting.data.isAuthed).toBe('inCompanyAuth')
  const changing = await server.call('changePersonInfo', { ...born, idNumber: '110101199003070046' }, member)
  expect(changing.data.changeState).toBe('pending')
  const { data: weighed } = await server.call('weighAuthEnd', { tenantId: member.tenantId }, chen)
  expect(weighed).toMatchObject({ isAuthed: 1, memberNumber: 1, companyNumber: 2 })
  const wrong = await end(member.tenantId, { endCause: 'dissolved' })
  expect(wrong.data['field']).toBe('endCause')
  expect((await end(member.tenantId, { endCause: 'misused', reason: '本人报案称被他人冒用' })).code).toBe(200)

  const info = await infoOf(member)
  expect(info).toMatchObject({ isAuthed: 'notAuth', ending: { endCause: 'misused' } })
  expect(info.change).toEqual({ changeState: 'failed', reason: '个人实名认证已被平台终止' })
  expect(await infoOf(member, waiting.data.tenantId)).toMatchObject({
    isAuthed: 'rejectCompanyAuth',
    reason: '办理人的个人实名认证已被平台终止',
  })
  const [heard] = await told({ ...boss, tenantId: companyId }, 'memberAuthEnded')
  expect(heard?.text).toContain('成员王小明的个人实名认证已被平台终止')
  expect((await told(member, 'authEnded'))[0]?.text).toContain('您个人空间：平台终止认证（个人身份被冒用）')
  const byMachine = await server.call('submitPersonAuth', born, member)
  expect(byMachine).toMatchObject({ data: { reason: 'identity/rejected' } })
  expect((await server.call('startFace', born, member)).data['reason']).toBe('identity/rejected')
})

/** The account of a phone. */
async function accountOf(phone: string): Promise<string> {
  const { account_id } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirstOrThrow(),
  )
  return account_id
}

test('nobody else ends an authentication, nor twice, nor one that has not begun or is under way', async () => {
  const { who, tenantId, form } = await company()
  expect((await end(tenantId, {}, who)).data['reason']).toBe('session/required')
  expect((await end(tenantId, {}, {})).data['reason']).toBe('session/required')
  for (const gone of ['nobody', '00000000-0000-7000-8000-000000000001']) {
    expect((await end(gone)).data['reason']).toBe('space/not-found')
    expect((await server.call('weighAuthEnd', { tenantId: gone }, chen)).data['reason']).toBe('space/not-found')
  }
  for (const [field, change] of [
    ['reason', { reason: '' }],
    ['reference', { reference: ' ' }],
    ['endCause', { endCause: 'died' }],
  ] as const)
    expect((await end(tenantId, change)).data['field']).toBe(field)
  const notDeed = { fileName: '文书.txt', bytes: Buffer.from('注销通知书') }
  expect((await end(tenantId, {}, chen, notDeed)).data['reason']).toBe('file/type')
  const torn = { fileName: '文书.pdf', bytes: Buffer.from('%PDF-1.7\n1 0 obj\n<<') }
  expect((await end(tenantId, {}, chen, torn)).data['reason']).toBe('file/damaged')
  expect((await infoOf(who, tenantId)).isAuthed).toBe('passAuth')
  const answers = await Promise.all([end(tenantId), end(tenantId, {}, zhou)])
  expect(answers.map(({ code }) => Number(code)).toSorted((one, other) => one - other)).toEqual([200, 409])
  const twice = await end(tenantId)
  expect([twice.data['reason'], twice.message]).toEqual([
    'space/auth-changed',
    '该空间没有生效的实名认证，不能终止，请刷新后查看',
  ])
  expect(await told(who, 'authEnded')).toHaveLength(1)
  const pictures = await uploadedPictures(server, who, 2, 'company')
  const { companyName, creditCode } = form
  const papers = { ...companyPaperForm(pictures), kind: 'enterprise' as const, companyName, creditCode, tenantId }
  expect((await server.call('submitCompanyReview', papers, who)).data.isAuthed).toBe('inCompanyAuth')
  expect((await end(tenantId)).data['reason']).toBe('space/auth-changed')
})

test('where it takes two, the second reads the deed and agrees, never the same, and what came to nothing leaves no deed', async () => {
  server.deps.config.freezers = 2
  try {
    const { who, tenantId } = await company()
    const waiting = async (by = chen) => (await server.call('listProposals', { tenantId }, by)).data.proposalArray
    expect(await end(tenantId)).toMatchObject({ code: 200, data: { isDone: 0 } })
    expect((await end(tenantId, {}, zhou)).data['reason']).toBe('proposal/pending')
    const [one] = await waiting(zhou)
    expect(one).toMatchObject({ proposalKind: 'endAuth', what: `企业已注销，文书编号：${reference}`, isOwn: 0 })
    const deed = { tenantId, endingId: one?.endingId ?? '' }
    const opened = await server.blob('endDeed', deed, zhou)
    expect(opened.bytes.equals(file.bytes)).toBe(true)
    expect((await server.blob('endDeed', deed, who)).status).not.toBe(200)
    const elsewhere = { tenantId: (await player(server, '13800000002', 'company')).tenantId, endingId: deed.endingId }
    expect((await server.blob('endDeed', elsewhere, zhou)).bytes.toString()).toContain('file/not-found')
    const proposalId = one?.proposalId ?? ''
    expect((await server.call('agreeProposal', { proposalId }, chen)).data?.['reason']).toBe('operator/second-person')
    expect((await infoOf(who, tenantId)).isAuthed).toBe('passAuth')
    expect((await server.call('refuseProposal', { proposalId, reason: '文书不清晰' }, zhou)).code).toBe(200)
    expect((await server.blob('endDeed', deed, zhou)).bytes.toString()).toContain('file/not-found')

    await end(tenantId)
    const [second] = await waiting(zhou)
    const agree = () => server.call('agreeProposal', { proposalId: second?.proposalId ?? '' }, zhou)
    const answers = await Promise.all([agree(), agree()])
    expect(answers.map(({ code }) => Number(code)).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await infoOf(who, tenantId)).toMatchObject({ isAuthed: 'notAuth' })
    const labels = (await server.call('listPlatformLog', {}, who)).data.logArray.map(({ label }) => label)
    expect(labels).toEqual(['平台终止认证', '平台查看终止认证文书'])
  } finally {
    server.deps.config.freezers = 1
  }
})

test('what the authentication lost meanwhile is not ended by the second, and a deed goes when its time is over', async () => {
  const { tenantId } = await company()
  server.deps.config.freezers = 2
  await end(tenantId)
  const [one] = (await server.call('listProposals', { tenantId }, zhou)).data.proposalArray
  server.deps.config.freezers = 1
  expect((await end(tenantId, { endCause: 'takenOver' })).data).toEqual({ isDone: 1 })
  expect((await revoked(tenantId)).every((row) => row.reason === 'keyCompromise')).toBe(true)
  const late = await server.call('agreeProposal', { proposalId: one?.proposalId ?? '' }, zhou)
  expect(late.data?.['reason']).toBe('space/auth-changed')
  const kept = async () =>
    server.deps.db.read(tenantId, (own) =>
      own.selectFrom('paper_picture').where('tenant_id', '=', tenantId).select('auth_id').execute(),
    )
  expect(await kept()).toHaveLength(2)
  const sweepDay = async (at: number) => {
    for (let hour = 0; hour < 24; hour++) await sweep({ db: server.deps.db, now: () => at + hour * 3_600_000 })
  }
  await sweepDay(clock + proposalLifeMs + 1)
  expect(await kept()).toHaveLength(1)
  await sweepDay(clock + deedKeptMs - 86_400_001)
  expect(await kept()).toHaveLength(1)
  await sweepDay(clock + deedKeptMs + 1)
  expect(await kept()).toHaveLength(0)
})
