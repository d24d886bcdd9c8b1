import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { awaitingAmount, companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { uploadedPictures } from '#src/testing/paper-review-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
let people = 0
let runner: { token: string }
let second: { token: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  runner = await enrolled(server, 'chenchen')
  second = await enrolled(server, 'dengdeng')
})
afterAll(() => server.close())

const phoneOf = () => `135${String(++people).padStart(8, '0')}`

/** A company that is authenticated, its administrator in its space, and somebody real-named who is none of it. */
async function taken() {
  const phone = phoneOf()
  const form = companyForm(people + 300, `厦门申诉${people}有限公司`)
  const { who: admin, amount } = await awaitingAmount(server, phone, form)
  await server.call('confirmPayment', { amount }, admin)
  const appellant = await newcomer(server, phoneOf(), '孙一一')
  return { admin, appellant, ...form }
}
async function appealed() {
  const scene = await taken()
  const pictureArray = await uploadedPictures(server, scene.appellant, 2, 'company')
  const { data } = await server.call('submitAppeal', formOf(scene.creditCode, pictureArray), scene.appellant)
  return { ...scene, ...data, form: formOf(scene.creditCode, pictureArray) }
}
const formOf = (creditCode: string, pictureArray: string[]) => ({
  creditCode,
  appealReason: 'left' as const,
  statement: '原管理员已于十月离职',
  pictureArray,
  agree: 1 as const,
  companyAgree: 1 as const,
})
/** The time to object is over. */
const wait = (appealId: string) =>
  server.deps.db.directory((directory) =>
    directory.updateTable('appeal').set({ object_until: clock }).where('appeal_id', '=', appealId).execute(),
  )
const stateOf = async (who: Player, creditCode: string) =>
  (await server.call('getTakenCompany', { creditCode }, who)).data.appeal
const kindsOf = async (who: Player) =>
  (await server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.map(({ kind }) => kind)
async function reasonOf(answer: Promise<{ data: object | null }>): Promise<unknown> {
  const { data } = await answer
  return data && 'reason' in data ? data.reason : null
}

test('a company that exists already says who administers it, masked, and to whoever asks to be invited how', async () => {
  const { admin, appellant, creditCode, companyName } = await taken()
  const company = await server.call('getTakenCompany', { creditCode: ` ${creditCode.toLowerCase()} ` }, appellant)
  expect(company.data).toMatchObject({
    companyName,
    creditCode,
    adminName: '林*',
    adminPhone: `${admin.phone.slice(0, 3)}****${admin.phone.slice(-4)}`,
    isMember: 0,
    askTime: null,
    objectDays: 3,
    appeal: null,
  })
  expect(JSON.stringify(company.data)).not.toContain(admin.phone)
  const asked = () => server.call('askToJoin', { creditCode, agree: 1 }, appellant)
  expect((await asked()).data).toEqual({ askTime: clock })
  const again = await asked()
  expect([again.data.reason, again.message]).toEqual(['request/too-often', '已向管理员发出过申请，7天内无需重复申请'])
  const told = (await server.call('listMessage', { pageSize: 50 }, admin)).data.messageArray.filter(
    ({ kind }) => kind === 'joinAsked',
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain(`孙一一（${appellant.phone}）`)
  const unnamed = await newcomer(server, phoneOf())
  expect(await reasonOf(server.call('askToJoin', { creditCode, agree: 1 }, unnamed))).toBe('space/not-authenticated')
  expect(await reasonOf(server.call('askToJoin', { creditCode, agree: 1 }, admin))).toBe('appeal/own')
  expect(await reasonOf(server.call('getTakenCompany', { creditCode: '91350100M000100Y43' }, appellant))).toBe(
    'space/not-found',
  )
})

test('an appeal is told to the administrators at once, waits for their time, and is granted with all that follows', async () => {
  const { admin, appellant, appealId, objectUntil, creditCode, companyName } = await appealed()
  expect(objectUntil).toBe(clock + 3 * dayMs)
  expect(await kindsOf(admin)).toContain('appealed')
  const early = await server.call('grantAppeal', { appealId, creditCode }, runner)
  expect(early.data.reason).toBe('appeal/early')
  await wait(appealId)
  const listed = await server.call('listAppeals', {}, runner)
  expect(listed.data.appealArray.find((one) => one.appealId === appealId)).toMatchObject({
    companyName,
    appellantName: '孙一一',
    adminName: '林晓',
    statement: '原管理员已于十月离职',
    objection: null,
  })
  for (const input of [
    { search: companyName },
    { search: '孙一' },
    { search: companyName, appealState: 'open' },
  ] as const) {
    const found = await server.call('listAppeals', input, runner)
    expect(found.data.appealArray.map((one) => one.appealId)).toContain(appealId)
  }
  const objected = await server.call('listAppeals', { search: companyName, appealState: 'objected' }, runner)
  expect(objected.data.appealArray).toEqual([])
  const picture = await server.blob('appealPicture', { appealId, picture: 2 }, runner)
  expect(picture.status).toBe(200)
  expect((await server.call('grantAppeal', { appealId, creditCode: '91350100M000100Y43' }, runner)).data.reason).toBe(
    'field/invalid',
  )
  expect((await server.call('grantAppeal', { appealId, creditCode }, runner)).data).toEqual({ isGranted: 1 })
  expect(await stateOf(appellant, creditCode)).toMatchObject({
    appealState: 'granted',
    reviewLogArray: [{ label: '提交审核' }, { label: '平台查看' }, { label: '审核通过' }],
  })
  const now = { ...appellant, tenantId: admin.tenantId }
  expect((await server.call('getSpaceDetailInfo', {}, now)).data).toMatchObject({ isSpaceOwner: 'yes' })
  expect((await server.call('getSpaceDetailInfo', {}, admin)).data).toMatchObject({ isSpaceOwner: 'no' })
  expect(await kindsOf(now)).toContain('appealDecided')
  expect(await kindsOf(admin)).toContain('administrationTaken')
  const { logArray } = (await server.call('listMemberLog', { pageSize: 20 }, now)).data
  expect(logArray[0]).toMatchObject({ who: '平台', label: '管理员申诉成立', detail: '林晓 → 孙一一' })
  expect((await server.call('grantAppeal', { appealId, creditCode }, runner)).data.reason).toBe('appeal/changed')
})

test('what the administrators say is read beside the appeal, and ends their time; a refusal is told with its reason', async () => {
  const { admin, appellant, appealId, creditCode } = await appealed()
  const against = await server.call('getAppealAgainst', {}, admin)
  expect(against.data.appeal).toMatchObject({ appealId, appellantName: '孙**', appealState: 'open' })
  const objection = '本人在职，申诉人不是本公司员工'
  expect((await server.call('objectToAppeal', { appealId, objection: '不' }, admin)).data?.reason).toBe('field/invalid')
  expect((await server.call('objectToAppeal', { appealId, objection }, admin)).code).toBe(200)
  expect(await reasonOf(server.call('objectToAppeal', { appealId, objection }, admin))).toBe('appeal/changed')
  expect(await stateOf(appellant, creditCode)).toMatchObject({ appealState: 'objected', objectTime: clock })
  expect(await kindsOf(appellant)).toContain('appealObjected')
  const listed = await server.call('listAppeals', {}, runner)
  expect(listed.data.appealArray.find((one) => one.appealId === appealId)).toMatchObject({ objection })
  const reason = '授权书没有法定代表人签字'
  expect((await server.call('refuseAppeal', { appealId, reason }, second)).code).toBe(200)
  expect(await stateOf(appellant, creditCode)).toMatchObject({ appealState: 'refused', reason })
  expect(await kindsOf(appellant)).toContain('appealDecided')
  expect(await kindsOf(admin)).toContain('appealOver')
  expect((await server.call('getAppealAgainst', {}, admin)).data.appeal).toBeNull()
  expect((await server.call('getSpaceDetailInfo', {}, admin)).data).toMatchObject({ isSpaceOwner: 'yes' })
})

test('when the time to object is over nobody objects, and it may be granted', async () => {
  const { admin, appealId, creditCode } = await appealed()
  await wait(appealId)
  const late = await server.call('objectToAppeal', { appealId, objection: '本人仍在职' }, admin)
  expect([late.data?.reason, late.message]).toEqual(['appeal/changed', '异议期已过，不能再提出异议'])
  expect((await server.call('grantAppeal', { appealId, creditCode }, second)).data).toEqual({ isGranted: 1 })
})

test('an appeal is withdrawn by its maker alone, and may be made thrice in 30 days, one at a time', async () => {
  const { admin, appellant, appealId, creditCode } = await appealed()
  const other = await newcomer(server, phoneOf(), '孙二二')
  const appeal = async (who: Player) =>
    server.call('submitAppeal', formOf(creditCode, await uploadedPictures(server, who, 2, 'company')), who)
  expect((await appeal(other)).data.reason).toBe('appeal/pending')
  expect(await reasonOf(server.call('withdrawAppeal', { appealId }, other))).toBe('appeal/not-found')
  expect((await server.call('withdrawAppeal', { appealId }, appellant)).code).toBe(200)
  expect(await reasonOf(server.call('withdrawAppeal', { appealId }, appellant))).toBe('appeal/changed')
  expect(await kindsOf(admin)).toContain('appealOver')
  for (let made = 2; made <= 3; made++) {
    const { data } = await appeal(appellant)
    await server.call('withdrawAppeal', { appealId: data.appealId }, appellant)
  }
  expect((await appeal(appellant)).data.reason).toBe('request/too-often')
})

test('strangers, members and administrators of others are refused; a bad form is told what is wrong', async () => {
  const { admin, appellant, appealId, creditCode } = await appealed()
  const jing = await player(server, '13800000002', 'company')
  const objection = '与本公司有关'
  expect(await reasonOf(server.call('objectToAppeal', { appealId, objection }, jing))).toBe('appeal/not-found')
  expect((await server.call('getAppealAgainst', {}, jing)).data.appeal).toBeNull()
  const clerk = await player(server, '13800000003', 'company')
  expect(await reasonOf(server.call('getAppealAgainst', {}, clerk))).toBe('space/owner-only')
  expect(await reasonOf(server.call('objectToAppeal', { appealId, objection }, clerk))).toBe('space/owner-only')
  expect((await server.call('getTakenCompany', { creditCode }, jing)).data.appeal).toBeNull()
  expect((await server.call('listAppeals', {}, appellant)).code).toBe(-10)
  expect((await server.call('grantAppeal', { appealId, creditCode }, appellant)).code).toBe(-10)
  const pictures = await uploadedPictures(server, admin, 2, 'company')
  expect((await server.call('submitAppeal', formOf(creditCode, pictures), admin)).data.reason).toBe('appeal/own')
  const unnamed = await newcomer(server, phoneOf())
  expect((await server.call('submitAppeal', formOf(creditCode, pictures), unnamed)).data.reason).toBe(
    'space/not-authenticated',
  )
  await server.call('withdrawAppeal', { appealId }, appellant)
  const few = await server.call('submitAppeal', formOf(creditCode, []), appellant)
  expect(few.message).toBe('请上传全部照片：营业执照、授权书')
  // Somebody else’s pictures are nobody’s.
  expect((await server.call('submitAppeal', formOf(creditCode, pictures), appellant)).data).toMatchObject({
    field: 'pictureArray',
  })
})

test('where two must look, the second is another, and either may refuse', async () => {
  Object.assign(server.deps.config, { companyReviewers: 2 })
  try {
    const { admin, appealId, creditCode } = await appealed()
    await wait(appealId)
    const grant = (by: { token: string }) => server.call('grantAppeal', { appealId, creditCode }, by)
    expect((await grant(runner)).data).toEqual({ isGranted: 0 })
    expect((await server.call('getSpaceDetailInfo', {}, admin)).data).toMatchObject({ isSpaceOwner: 'yes' })
    expect((await grant(runner)).data.reason).toBe('operator/second-person')
    const listed = (await server.call('listAppeals', {}, runner)).data.appealArray
    expect(listed.find((one) => one.appealId === appealId)).toMatchObject({ hasFirst: 1, isFirstOwn: 1 })
    expect((await grant(second)).data).toEqual({ isGranted: 1 })
  } finally {
    Object.assign(server.deps.config, { companyReviewers: 1 })
  }
})

test('of a company that is authenticated no more nobody becomes the administrator, and the appeal can be ended', async () => {
  const { admin, appellant, appealId, creditCode } = await appealed()
  await wait(appealId)
  await server.deps.db.directory((directory) =>
    directory.updateTable('space').set({ auth_status: 'notAuth' }).where('tenant_id', '=', admin.tenantId).execute(),
  )
  const refused = await server.call('grantAppeal', { appealId, creditCode }, runner)
  expect([refused.data.reason, refused.message]).toEqual(['appeal/changed', '该企业的认证已失效，不能准予'])
  expect((await server.call('refuseAppeal', { appealId, reason: '企业认证已失效' }, runner)).code).toBe(200)
  expect(await kindsOf(appellant)).toContain('appealDecided')
})

test('two who decide at once decide once', async () => {
  const { appealId, creditCode, appellant } = await appealed()
  await wait(appealId)
  const [granted, refused] = await Promise.all([
    server.call('grantAppeal', { appealId, creditCode }, runner),
    server.call('refuseAppeal', { appealId, reason: '材料不清晰' }, second),
  ])
  expect([granted.code, refused.code].map(Number).toSorted((one, other) => one - other)).toEqual([200, 409])
  const state = (await stateOf(appellant, creditCode))?.appealState
  expect(state).toBe(granted.code === 200 ? 'granted' : 'refused')
})
