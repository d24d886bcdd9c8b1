import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choices,
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
} from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player

beforeAll(async () => {
  server = await testServer()
  owner = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const carving = { sealPurpose: 'contract', sealForm: 'round38', sealColor: 'red', lineText: '合同专用章' } as const
const change = (companyName: string, legalName: string, who = owner) =>
  server.call('changeCompanyInfo', { companyName, legalName }, who)
const seals = async () => (await server.call('listCompanySeal', { pageSize: 50 }, owner)).data.sealArray
const texts = async () =>
  (await server.call('listMessage', { pageSize: 50 }, owner)).data.messageArray.map(({ text }) => text)

test('only the company’s administrator changes what it is, and into something else', async () => {
  const operator = await player(server, '13800000003', 'company')
  const person = await player(server, '13800000001', 'person')
  const refused = [
    await change('杭州云启智能科技有限公司', '李静', operator),
    await change('杭州云启智能科技有限公司', '李静', person),
    await change('云', '李静'),
  ]
  expect(refused.map(({ data }) => data.reason)).toEqual(['space/owner-only', 'space/not-found', 'field/invalid'])
})

test('a new name revokes every seal with its electronic seals, and what was begun with one signs no more', async () => {
  await server.call('addCompanySeal', { ...carving, sealName: '合同专用章' }, owner)
  const company = (await server.call('getSpaceDetailInfo', {}, owner)).data.spaceName
  const signing = async () => {
    const { taskId } = await sent(server, owner, [
      companySigner(1, company, { name: '李静', phone: owner.phone }),
      personSigner(2, '王小明', '13800000001'),
    ])
    const signId = await ownSignId(server, owner, taskId)
    return { signId, positionArray: await choices(server, owner, signId) }
  }
  const first = await signing()
  const authToken = await proveWill(server, owner, first.signId)
  expect((await server.call('sign', { ...first, authToken }, owner)).code).toBe(200)
  const begun = await signing()
  const before = (await seals()).filter(({ sealStatus }) => sealStatus === 'enabled').length
  expect(before).toBeGreaterThan(1)

  // Only a seal maker of the SM2 suite makes them.
  const [official] = await seals()
  await server.deps.db.write(owner.tenantId, (db) =>
    db
      .insertInto('electronic_seal')
      .values({
        tenant_id: owner.tenantId,
        seal_id: official?.sealId ?? '',
        certificate_sha256: 'ab',
        structure: Buffer.from('30'),
        created_at: 1,
        revoked_at: null,
      })
      .execute(),
  )

  const { data } = await change('杭州云启智能科技有限公司', '李静')
  expect(data).toEqual({ companyName: '杭州云启智能科技有限公司', legalPersonName: '李静', sealNumber: before })
  const after = await seals()
  expect(new Set(after.map(({ sealStatus, stateReason }) => `${sealStatus} ${stateReason}`))).toEqual(
    new Set(['revoked 企业名称变更']),
  )
  const electronic = await server.deps.db.read(owner.tenantId, (db) =>
    db.selectFrom('electronic_seal').select('revoked_at').execute(),
  )
  expect(electronic).toEqual([{ revoked_at: expect.any(Number) }])
  const party = async () => (await server.call('getSignDetailInfo', { signId: begun.signId }, owner)).data
  await expect
    .poll(async () => (await party()).signerArray[0]?.companyName, { timeout: 20_000 })
    .toBe('杭州云启智能科技有限公司')
  expect((await party()).logArray.find(({ verb }) => verb === 'renameParty')?.detail).toBe(
    `${company} → 杭州云启智能科技有限公司`,
  )
  const { logArray } = (await server.call('listSealLog', {}, owner)).data
  expect(logArray.filter(({ label, detail }) => label === '注销' && detail === '企业名称变更')).toHaveLength(before)
  expect(await texts()).toContain(
    `杭州云启智能科技有限公司的企业信息已变更，原有${before}枚印章及其授权已注销，请按新的信息重新制作`,
  )
  const check = (await server.call('signBeforeCheck', { signId: begun.signId }, owner)).data
  expect([check.signBeforeCheck, check.signBeforeCheckInfo]).toEqual([0, expect.stringMatching(/./)])

  const making = (await server.call('getSealMaking', {}, owner)).data
  expect([making.companyName, making.legalPersonName]).toEqual(['杭州云启智能科技有限公司', '李静'])
  const remade = await server.call('addCompanySeal', { ...carving, sealName: '合同专用章' }, owner)
  expect([remade.code, remade.data.sealStatus]).toEqual([200, 'enabled'])
  expect((await change('杭州云启智能科技有限公司', '李静')).message).toBe('企业名称和法定代表人都没有变化')
})

test('another legal representative revokes them too', async () => {
  const { data } = await change('杭州云启智能科技有限公司', '沈启明')
  expect(data).toMatchObject({ legalPersonName: '沈启明', sealNumber: 1 })
  expect((await seals())[0]).toMatchObject({ sealStatus: 'revoked', stateReason: '法定代表人变更' })
})
