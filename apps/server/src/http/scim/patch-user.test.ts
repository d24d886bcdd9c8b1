import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { entraUser, oktaUser, patchOf, type ScimAsk, scimOf, userSchemas } from '#src/testing/scim-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let scim: ScimAsk
let number = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  scim = await scimOf(server, owner)
})
beforeEach(() => {
  clock += 61_000
})
afterAll(() => server.close())

const newestLine = async () => (await server.call('listMemberLog', {}, owner)).data.logArray[0]?.logId
const nextPhone = () => `1391300${String(++number).padStart(4, '0')}`
const nextName = () => `user${++number}@molan.cn`
const created = async (make = oktaUser, change: object = {}) =>
  (await scim('POST', '/Users', make(nextName(), nextPhone(), change))).body

test('Okta deactivates by a value without a path, Entra by a path and a word', async () => {
  const okta = await created()
  const off = await scim('PATCH', `/Users/${okta.id}`, patchOf({ op: 'replace', value: { active: false } }))
  expect([off.status, off.body.active]).toEqual([200, false])
  expect((await scim('GET', `/Users/${okta.id}`)).body).toEqual(off.body)
  const entra = await created(entraUser)
  const said = await scim('PATCH', `/Users/${entra.id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }))
  expect([said.status, said.body.active]).toEqual([200, false])
})

test('Entra adds and replaces by paths with filters, dotted names and extensions', async () => {
  const { id } = await created(entraUser)
  const other = nextPhone()
  const changed = await scim(
    'PATCH',
    `/Users/${id}`,
    patchOf(
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@molan.cn' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '0571-88888888' },
      { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: other },
      { op: 'Replace', path: 'name.familyName', value: '黎' },
      { op: 'Add', path: `${enterprise}:department`, value: '研发' },
      { op: 'Replace', path: 'addresses[type eq "work"].locality', value: '杭州' },
      { op: 'Add', path: `${userSchemas[0]}:displayName`, value: '黎四光' },
      { op: 'Add', value: { 'name.givenName': '思光', title: '工程师', [`${enterprise}:manager`]: { value: 'x' } } },
      { op: 'Add', path: 'roles', value: [{ primary: 'True', value: 'x' }] },
      { op: 'Remove', path: 'name.formatted' },
    ),
  )
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({
    displayName: '黎四光',
    name: { familyName: '黎', givenName: '思光' },
    emails: [{ primary: true, type: 'work', value: 'new@molan.cn' }],
  })
  expect(changed.body.phoneNumbers).toEqual([
    { type: 'mobile', value: other },
    { type: 'work', value: '0571-88888888' },
  ])
  expect(changed.body.name).not.toHaveProperty('formatted')
  expect((await scim('GET', `/Users/${id}`)).body).toEqual(changed.body)
})

test('a PATCH that changes nothing answers what is there, and leaves no trace', async () => {
  const made = await created()

  const before = await newestLine()
  clock += 1000
  for (const operation of [
    { op: 'replace', value: { active: true } },
    { op: 'Replace', path: 'userName', value: made.userName },
    { op: 'Add', path: `${enterprise}:department`, value: '研发' },
    { op: 'remove', path: 'emails[type eq "home"]' },
  ]) {
    const answer = await scim('PATCH', `/Users/${made.id}`, patchOf(operation))
    expect([operation.op, answer.status, answer.body]).toEqual([operation.op, 200, made])
  }
  const put = {
    ...oktaUser('x', 'x'),
    userName: made.userName,
    externalId: made.externalId,
    phoneNumbers: made.phoneNumbers,
    emails: made.emails,
  }
  expect((await scim('PUT', `/Users/${made.id}`, put)).body).toEqual(made)
  expect(await newestLine()).toBe(before)
})

test('PATCHes that are none are refused, each in the words of the standard, and change nothing', async () => {
  const made = await created()
  const cases: [object, string][] = [
    [{ Operations: [{ op: 'replace', path: 'active', value: false }] }, 'invalidSyntax'],
    [patchOf(), 'invalidValue'],
    [patchOf({ op: 'move', path: 'active' }), 'invalidSyntax'],
    [patchOf({ op: 'replace', path: 'nothing', value: 1 }), 'invalidPath'],
    [patchOf({ op: 'replace', value: { nothing: 1 } }), 'invalidPath'],
    [patchOf({ op: 'remove' }), 'noTarget'],
    [patchOf({ op: 'remove', path: 'userName' }), 'invalidValue'],
    [patchOf({ op: 'replace', path: 'userName', value: '' }), 'invalidValue'],
    [patchOf({ op: 'replace', path: 'id', value: 'x' }), 'mutability'],
    [patchOf({ op: 'replace', path: 'active', value: 'maybe' }), 'invalidValue'],
    [patchOf({ op: 'add', value: 'x' }), 'invalidValue'],
    [patchOf({ op: 'replace', path: 'emails[type eq', value: 'x' }), 'invalidPath'],
    [patchOf(...Array.from({ length: 101 }, () => ({ op: 'replace', path: 'active', value: true }))), 'invalidSyntax'],
    // What comes first is not kept where what follows is refused.
    [
      patchOf({ op: 'replace', path: 'active', value: false }, { op: 'replace', path: 'nothing', value: 1 }),
      'invalidPath',
    ],
  ]
  for (const [body, scimType] of cases) {
    const answer = await scim('PATCH', `/Users/${made.id}`, body)
    const what = JSON.stringify(body).slice(0, 120)
    expect([what, answer.status, answer.body.scimType]).toEqual([what, 400, scimType])
    expect(answer.body.detail).toMatch(/\p{Script=Han}/u)
  }
  expect((await scim('GET', `/Users/${made.id}`)).body).toEqual(made)
})

test('PUT replaces what was said; what it says nothing of is gone, and who was active stays so', async () => {
  const made = await created()
  const put = { schemas: userSchemas, userName: nextName(), phoneNumbers: made.phoneNumbers, displayName: '张君宝' }
  const changed = await scim('PUT', `/Users/${made.id}`, put)
  expect(changed.status).toBe(200)
  expect(changed.body).toMatchObject({ id: made.id, userName: put.userName, displayName: '张君宝', active: true })
  expect(Object.keys(changed.body)).not.toEqual(expect.arrayContaining(['emails']))
  expect(changed.body.externalId).toBeUndefined()
  const taken = await created()
  const answer = await scim('PUT', `/Users/${made.id}`, { ...put, userName: taken.userName })
  expect([answer.status, answer.body.scimType]).toEqual([409, 'uniqueness'])
})
