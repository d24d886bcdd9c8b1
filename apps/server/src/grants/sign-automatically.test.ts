import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { endOfDayOf } from '@moqi/domain/time/civil-date'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { ownSignId, type Player, player, signNow } from '#src/testing/contract-scene.ts'
import { autoGrantAsked, autoGrantInForce, termOf } from '#src/testing/grant-scene.ts'
import { lockWaited } from '#src/testing/owner-query.ts'
import { savedTemplate } from '#src/testing/template-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { signAutomatically } from './sign-automatically.ts'

const wangWrites = { '2.name': '王小明', '2.phone': '13800000001', 'fill.pay': '9000' }
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let jing: Player
let wang: Player
let templateId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  // A day of its own, since codes are counted by the day.
  clock += 86_400_000
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
  templateId = (await savedTemplate(server, jing)).templateId
})

const authorised = async (change: Partial<Sent<Table['addAutoGrant']>> = {}) =>
  autoGrantInForce(server, jing, Object.assign(await autoGrantAsked(server, jing, templateId), change))

/** Made of the template, its places moved by so many mm, for the person to sign first and the company to seal. */
async function launched(values: Record<string, string> = {}, moved = 0): Promise<string> {
  const made = await server.call(
    'makeFromTemplate',
    { templateId, values: Object.assign({}, wangWrites, values) },
    jing,
  )
  const { signId, taskId } = made.data
  const { version, positionArray: places } = (await server.call('getDraftInfo', { signId }, jing)).data
  const positionArray = places.map((place) => Object.assign({}, place, { x: place.x + moved }))
  await server.call('saveLocation', { signId, version, positionArray }, jing)
  const sent = await server.call('sendTask', { signId }, jing)
  if (sent.code !== 200) throw new Error(`not sent: ${JSON.stringify(sent)}`)
  return taskId
}

async function signedByWang(taskId: string): Promise<string> {
  const answer = await signNow(server, wang, taskId)
  if (answer.code !== 200) throw new Error(`not signed: ${JSON.stringify(answer)}`)
  return taskId
}

const detailOf = async (taskId: string, who = jing) =>
  (await server.call('getSignDetailInfo', { signId: await ownSignId(server, who, taskId) }, who)).data
const until = (taskId: string, state: string) =>
  vi.waitUntil(async () => (await detailOf(taskId)).taskStatus === state, { timeout: 20_000, interval: 50 })
const told = async () => (await server.call('listMessage', { pageSize: 20 }, jing)).data.messageArray

/** Waits for the word why it was not signed automatically, and answers it. */
async function reasonOf(taskId: string): Promise<string> {
  const signId = await ownSignId(server, jing, taskId)
  const mine = () =>
    told().then((all) => all.find(({ kind, path }) => kind === 'notAutomatic' && path?.includes(signId)))
  await vi.waitUntil(mine, { timeout: 20_000, interval: 50 })
  const { taskStatus, signerArray } = await detailOf(taskId)
  expect([taskStatus, signerArray.find(({ signerNo }) => signerNo === 1)?.signerStatus]).toEqual(['signing', 'toSign'])
  expect((await told()).some(({ kind, path }) => kind === 'toSign' && path?.includes(signId))).toBe(true)
  return (await mine())?.text.split('：')[1] ?? ''
}

const turnOf = (contractId: string) => ({ tenantId: jing.tenantId, contractId, partyNo: 1, tries: 0 })
const used = async (grantId: string) => (await server.call('getSealGrant', { grantId }, jing)).data.usedNumber

test('a contract of the template is sealed at its turn, marked automatic in log, page and record, and valid', async () => {
  const grantId = await authorised()
  const grant = (await server.call('getSealGrant', { grantId }, jing)).data
  expect(grant).toMatchObject({ grantState: 'effective', grantManner: 'auto', usedNumber: 0, countMax: 10 })
  const taskId = await signedByWang(await launched())
  await until(taskId, 'finish')
  const { signerArray, logArray, fileArray } = await detailOf(taskId, wang)
  expect(signerArray.map(({ signerNo, automatic }) => [signerNo, automatic])).toEqual([
    [1, 1],
    [2, undefined],
  ])
  const line = logArray.find(({ verb }) => verb === 'autoSign')
  expect(line).toMatchObject({ label: '自动签署', who: '自动签署', detail: `授权书编号${grant.letterNo}` })
  const records = await server.deps.db.read(jing.tenantId, (db) =>
    db
      .selectFrom('signature_record')
      .where('contract_id', '=', taskId)
      .select(['automatic', 'grant_id', 'grant_no', 'signer_name', 'will_methods'])
      .execute(),
  )
  expect(records).toEqual([
    { automatic: true, grant_id: grantId, grant_no: grant.letterNo, signer_name: '自动签署', will_methods: [] },
  ])
  expect(await used(grantId)).toBe(1)
  const signId = await ownSignId(server, jing, taskId)
  const { bytes } = await server.blob('fileContent', { fileId: fileArray[0]?.fileId ?? '', signId }, jing)
  const { roots } = server.deps.authority
  const verdict = await verifyPdf(bytes, { trustedRoots: roots, ownRoots: roots, now: new Date(clock) })
  expect(verdict.verdict).toBe('valid')
  expect((await told()).filter(({ kind, path }) => kind === 'toSign' && path?.includes(signId))).toEqual([])
  await signAutomatically(server.deps, turnOf(taskId))
  expect(await used(grantId)).toBe(1)
})

describe('a contract that is not within it is asked of the operator, who is told why', () => {
  test('with somebody else', async () => {
    await authorised({ counterpartArray: ['李雷'] })
    expect(await reasonOf(await signedByWang(await launched()))).toBe('签署方不在自动签署授权的相对方范围内')
  })
  test('for more money', async () => {
    const grantId = await authorised({ amountMax: 9000_00 })
    expect(await reasonOf(await signedByWang(await launched({ 'fill.pay': '9000.01' })))).toBe(
      '合同金额超过自动签署授权的上限',
    )
    await until(await signedByWang(await launched()), 'finish')
    expect(await used(grantId)).toBe(1)
  })
  test('one too many, also when two come at once', async () => {
    const grantId = await authorised({ countMax: 1 })
    const both = [await launched(), await launched()]
    for (const taskId of both) await signedByWang(taskId)
    const states = () => Promise.all(both.map(async (taskId) => (await detailOf(taskId)).taskStatus))
    await vi.waitUntil(async () => (await states()).includes('finish'), { timeout: 20_000, interval: 50 })
    const left = both[(await states()).indexOf('signing')] ?? ''
    expect(['自动签署的合同数量已用完', '自动签署授权已结束']).toContain(await reasonOf(left))
    expect(await used(grantId)).toBe(1)
  })
  test('with a place moved in the draft', async () => {
    await authorised()
    expect(await reasonOf(await signedByWang(await launched({}, 10)))).toBe('合同的文件或签署位置与授权时的模板不一致')
  })
  test('of a template edited since', async () => {
    await authorised()
    const { data } = await server.call('getTemplate', { templateId }, jing)
    const positionArray = data.positionArray.map((place) => Object.assign({}, place, { x: place.x + 1 }))
    await server.call('saveTemplateLocation', { templateId, version: data.version, positionArray }, jing)
    expect(await reasonOf(await signedByWang(await launched()))).toBe('合同的文件或签署位置与授权时的模板不一致')
  })
})

describe('it ends at once', () => {
  test('when it is revoked, the operator is asked as ever', async () => {
    const grantId = await authorised()
    const taskId = await launched()
    expect((await server.call('revokeSealGrant', { grantId, reason: '停用' }, jing)).code).toBe(200)
    await signedByWang(taskId)
    const { signerArray } = await detailOf(taskId)
    expect(signerArray.find(({ signerNo }) => signerNo === 1)?.signerStatus).toBe('toSign')
    const signId = await ownSignId(server, jing, taskId)
    expect((await told()).some(({ kind, path }) => kind === 'toSign' && path?.includes(signId))).toBe(true)
  })
  test('when it is revoked between check and stamp', async () => {
    const grantId = await authorised()
    const taskId = await launched()
    // Held back until the stamp waits for the row of the authorisation, then taken away.
    await server.deps.db.write(jing.tenantId, async (tx) => {
      await tx
        .updateTable('seal_grant')
        .set({ state: 'revoked' })
        .where('tenant_id', '=', jing.tenantId)
        .where('grant_id', '=', grantId)
        .execute()
      await signedByWang(taskId)
      await lockWaited(server, 'update "seal_grant" as "g"')
    })
    expect(await reasonOf(taskId)).toBe('自动签署授权已结束')
  })
  test('when the company freezes its seals, or stops the one', async () => {
    await authorised()
    expect((await server.call('freezeSeals', { reason: '异常' }, jing)).code).toBe(200)
    const frozen = await signedByWang(await launched())
    expect(await reasonOf(frozen)).toBe('授权使用的印章已停用、冻结或不存在')
    expect((await server.call('thawSeals', { reason: '恢复' }, jing)).code).toBe(200)
  })
  test('when its last day is over', async () => {
    await authorised({ endTime: endOfDayOf(clock) })
    const taskId = await launched()
    clock += 86_400_000
    jing = await player(server, jing.phone, 'company')
    wang = await player(server, wang.phone, 'person')
    await signedByWang(taskId)
    const { signerArray } = await detailOf(taskId)
    expect(signerArray.find(({ signerNo }) => signerNo === 1)?.signerStatus).toBe('toSign')
  })
})

test('a member whom nothing was granted gets no right to the seal by it', async () => {
  const mate = await colleague(server, jing, { name: '孙悟空', phone: '13900000401' })
  await authorised()
  const seals = await server.call('userSeals', {}, mate)
  expect(seals.data.sealInfoArray).toEqual([])
  expect(await memberIdOf(server, jing, mate.phone)).not.toBe('')
  const listed = await server.call('listSealGrant', { pageSize: 50 }, jing)
  expect(listed.data.grantArray.every(({ grantManner }) => grantManner === 'hand')).toBe(true)
})

test('it lasts a year at most, and is of no person’s and no legal representative’s seal', async () => {
  const asked = await autoGrantAsked(server, jing, templateId)
  const long = await server.call('addAutoGrant', Object.assign({}, asked, termOf(clock, 366)), jing)
  expect([long.code, long.message]).toEqual([422, '授权期限最长1年'])
  const own = await server.deps.db.read(wang.tenantId, (db) =>
    db.selectFrom('seal').where('tenant_id', '=', wang.tenantId).select('seal_id').executeTakeFirst(),
  )
  const persons = Object.assign({}, asked, { sealId: own?.seal_id ?? jing.tenantId })
  expect((await server.call('addAutoGrant', persons, jing)).message).toBe('印章不存在或无权使用')
  expect((await server.call('addAutoGrant', asked, wang)).code).not.toBe(200)
})
