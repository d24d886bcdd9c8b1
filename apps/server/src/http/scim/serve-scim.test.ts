import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { entraUser, oktaUser, type ScimAsk, scimOf, scimWith, userSchemas } from '#src/testing/scim-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let scim: ScimAsk
let number = 0
const lines: string[] = []
const log = (event: string, facts: unknown) => void lines.push(JSON.stringify([event, facts]))

beforeAll(async () => {
  server = await testServer({ now: () => clock, log })
  owner = await player(server, '13800000002', 'company')
  scim = await scimOf(server, owner)
})
beforeEach(() => {
  clock += 61_000
})
afterAll(() => server.close())

const nextPhone = () => `1391300${String(++number).padStart(4, '0')}`
const nextName = () => `user${++number}@molan.cn`
const created = async (make = oktaUser, change: object = {}) =>
  (await scim('POST', '/Users', make(nextName(), nextPhone(), change))).body
const found = async (filter: string, path = '/Users?filter=') =>
  (await scim('GET', path + encodeURIComponent(filter))).body

test('what is spoken is told in the shapes of the standard', async () => {
  const config = await scim('GET', '/ServiceProviderConfig')
  expect(config.status).toBe(200)
  expect(config.headers['content-type']).toBe('application/scim+json; charset=utf-8')
  expect(config.body).toMatchObject({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false },
    filter: { supported: true, maxResults: 200 },
    authenticationSchemes: [{ type: 'oauthbearertoken' }],
  })
  const types = (await scim('GET', '/ResourceTypes')).body
  expect(types).toMatchObject({
    totalResults: 1,
    Resources: [{ id: 'User', endpoint: '/Users', schema: userSchemas[0] }],
  })
  expect((await scim('GET', '/ResourceTypes/User')).body).toEqual(types.Resources[0])
  const schemas = (await scim('GET', '/Schemas')).body
  expect(schemas.Resources.map(({ id }) => id)).toEqual(userSchemas)
  expect((await scim('GET', `/Schemas/${userSchemas[0]}`)).body).toMatchObject({
    id: userSchemas[0],
    attributes: expect.arrayContaining([
      expect.objectContaining({ name: 'userName', required: true, uniqueness: 'server' }),
    ]),
  })
  for (const path of ['/Groups', '/Bulk', '/Me', '/nothing']) {
    const none = await scim('GET', path)
    expect([none.status, none.body.status, none.body.detail]).toEqual([404, '404', 'SCIM 接口不存在'])
  }
})

test('who shows no token, a wrong one, a session or one of nobody is asked to authenticate', async () => {
  const stranger = '0198a000000070008000000000000000'
  const invented = `scim_${Buffer.concat([Buffer.from(stranger, 'hex'), Buffer.alloc(32)]).toString('base64url')}`
  for (const token of ['scim_wrong-and-much-too-short', invented, owner.token, null]) {
    for (const [method, path] of [
      ['GET', '/Users'],
      ['POST', '/Users'],
      ['GET', '/ServiceProviderConfig'],
    ] as const) {
      const { status, headers, body } = await scimWith(server, token)(method, path, method === 'POST' ? {} : undefined)
      expect([status, body.status]).toEqual([401, '401'])
      expect(body.detail).toBe('SCIM 令牌不存在、已失效或已被吊销')
      expect(headers['www-authenticate']).toBe(`Bearer realm="scim"${token === null ? '' : ', error="invalid_token"'}`)
    }
  }
})

test('a user as Okta sends it is made, told back, and found by each of its names', async () => {
  const sent = oktaUser('Zhang.San@Molan.cn', '13913000901')
  const made = await scim('POST', '/Users', sent)
  expect(made.status).toBe(201)
  expect(made.headers.location).toBe(`${server.deps.config.publicUrl}/scim/v2/Users/${made.body.id}`)
  expect(made.body).toEqual({
    schemas: userSchemas,
    id: made.body.id,
    externalId: sent.externalId,
    userName: sent.userName,
    name: sent.name,
    displayName: sent.displayName,
    active: true,
    emails: sent.emails,
    phoneNumbers: sent.phoneNumbers,
    meta: {
      resourceType: 'User',
      created: new Date(clock).toISOString(),
      lastModified: new Date(clock).toISOString(),
      location: made.headers.location,
    },
  })
  expect((await scim('GET', `/Users/${made.body.id}`)).body).toEqual(made.body)
  for (const filter of [
    'userName eq "zhang.san@molan.cn"',
    'USERNAME EQ "ZHANG.SAN@MOLAN.CN"',
    `${userSchemas[0]}:userName eq "Zhang.San@Molan.cn"`,
    `externalId eq "${sent.externalId}"`,
    `id eq "${made.body.id}"`,
    'userName eq "zhang.san@molan.cn" and active eq true',
    'userName eq "zhang.san@molan.cn" and active eq "True"',
  ]) {
    expect([filter, (await found(filter)).Resources]).toEqual([filter, [made.body]])
  }
  for (const filter of ['userName eq "nobody"', `externalId eq "${sent.externalId.toUpperCase()}"`, 'id eq "x"']) {
    expect([filter, await found(filter)]).toMatchObject([filter, { totalResults: 0, Resources: [] }])
  }
  expect((await found('active eq false')).totalResults).toBe(0)
})

test('a user as Entra sends it is made; what is not kept is passed over', async () => {
  const made = await scim('POST', '/Users', entraUser('li@molan.cn', '13913000902'))
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    userName: 'li@molan.cn',
    displayName: '李四光',
    active: true,
    schemas: userSchemas,
  })
  expect(Object.keys(made.body).join()).not.toContain('enterprise')
  const plainType = scimWith(server, null, 'application/json')
  expect((await plainType('POST', '/Users', {})).status).toBe(401)
})

test('the same userName, the same phone or no way to invite is refused, in words', async () => {
  const phone = nextPhone()
  const name = nextName()
  expect((await scim('POST', '/Users', oktaUser(name, phone))).status).toBe(201)
  const again = await scim('POST', '/Users', oktaUser(name.toUpperCase(), nextPhone()))
  expect([again.status, again.body.scimType, again.body.status]).toEqual([409, 'uniqueness', '409'])
  expect(again.body.detail).toBe(`userName“${name.toUpperCase()}”已存在`)
  const samePhone = await scim('POST', '/Users', oktaUser(nextName(), phone))
  expect([samePhone.status, samePhone.body.scimType]).toEqual([409, 'uniqueness'])
  expect(samePhone.body.detail).not.toContain(phone)
  const noPhone = await scim('POST', '/Users', oktaUser(nextName(), '0571-88888888'))
  expect([noPhone.status, noPhone.body.scimType]).toEqual([400, 'invalidValue'])
  expect(noPhone.body.detail).toContain('phoneNumbers')
  const noName = await scim('POST', '/Users', {
    schemas: userSchemas,
    userName: nextName(),
    phoneNumbers: [{ value: nextPhone() }],
  })
  expect([noName.status, noName.body.scimType, noName.body.detail]).toEqual([400, 'invalidValue', '请输入真实姓名'])
  expect((await found(`userName eq "${name}"`)).totalResults).toBe(1)
})

test('bodies that are none, or are of another kind, are refused as the standard has it', async () => {
  const cases: [object | string, number, string | undefined][] = [
    ['{', 400, 'invalidSyntax'],
    ['', 400, 'invalidSyntax'],
    ['[]', 400, 'invalidSyntax'],
    [{ userName: 'x' }, 400, 'invalidSyntax'],
    [{ schemas: ['urn:x'], userName: 'x' }, 400, 'invalidSyntax'],
    [{ schemas: userSchemas }, 400, 'invalidValue'],
    [{ schemas: userSchemas, userName: ' ' }, 400, 'invalidValue'],
    [{ schemas: userSchemas, userName: { x: 1 } }, 400, 'invalidValue'],
    [{ schemas: userSchemas, userName: 'x'.repeat(201) }, 400, 'invalidValue'],
    [{ schemas: userSchemas, userName: 'nul\0' }, 400, 'invalidValue'],
    [oktaUser('x', '13913009999', { active: 'maybe' }), 400, 'invalidValue'],
    [oktaUser('x', '13913009999', { emails: 'x' }), 400, 'invalidValue'],
    [oktaUser('x', '13913009999', { emails: Array.from({ length: 11 }, () => ({ value: 'x' })) }), 400, 'invalidValue'],
    [oktaUser('x', '13913009999', { title: 'x'.repeat(65 * 1024) }), 413, undefined],
  ]
  for (const [body, status, scimType] of cases) {
    const answer = await scim('POST', '/Users', body)
    const what = JSON.stringify(body).slice(0, 80)
    expect([what, answer.status, answer.body.scimType]).toEqual([what, status, scimType])
    expect(answer.body.detail).toMatch(/\p{Script=Han}/u)
  }
  const made = await created()
  expect((await scim('PUT', `/Users/${made.id}`, { schemas: userSchemas })).body.scimType).toBe('invalidValue')
  const other = await scimWith(
    server,
    (await server.call('makeProvisioningToken', { overlap: 'day' }, owner)).data.token,
    'text/plain',
  )('POST', '/Users', '{}')
  expect([other.status, other.body.status]).toEqual([415, '415'])
  expect((await found('userName eq "x"')).totalResults).toBe(0)
})

test('filters that are malformed, or that nothing here can answer, are invalid', async () => {
  for (const filter of [
    'userName',
    'userName eq',
    'userName eq "a',
    'userName eq 5',
    'userName eq null',
    'userName zz "a"',
    'userName co "a"',
    'userName pr',
    'not (userName eq "a")',
    'userName eq "a" or userName eq "b"',
    'userName eq "a" and userName eq "b"',
    'emails.value eq "a"',
    'emails[type eq "work"].value eq "a"',
    'password eq "a"',
    '__proto__ eq "a"',
    'active eq "maybe"',
    '[[[',
    `userName eq "${'x'.repeat(400)}"`,
  ]) {
    const { status, body } = await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
    expect([filter, status, body.scimType]).toEqual([filter, 400, 'invalidFilter'])
    expect(body.detail).toMatch(/\p{Script=Han}/u)
  }
})

test('pages are counted from one, in a fixed order, and what is asked wrongly is refused', async () => {
  for (let each = 0; each < 3; each++) await created()
  const all = (await scim('GET', '/Users')).body
  expect(all).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'], startIndex: 1 })
  expect(all.totalResults).toBe(all.Resources.length)
  const ids = all.Resources.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  const paged = []
  for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 2) {
    const page = (await scim('GET', `/Users?startIndex=${startIndex}&count=2`)).body
    expect(page).toMatchObject({ totalResults: all.totalResults, startIndex, itemsPerPage: page.Resources.length })
    paged.push(...page.Resources.map(({ id }) => id))
  }
  expect(paged).toEqual(ids)
  expect((await scim('GET', '/Users?startIndex=0&count=1')).body).toMatchObject({ startIndex: 1, itemsPerPage: 1 })
  expect((await scim('GET', '/Users?count=-5')).body).toMatchObject({ totalResults: ids.length, Resources: [] })
  expect((await scim('GET', `/Users?startIndex=${ids.length + 1}`)).body.Resources).toEqual([])
  for (const query of ['count=x', 'startIndex=1.5', 'count=9999999999']) {
    const { body } = await scim('GET', `/Users?${query}`)
    expect([query, body.status, body.scimType]).toEqual([query, '400', 'invalidValue'])
  }
  const [first] = (await scim('GET', '/Users?attributes=userName&count=1')).body.Resources
  expect(Object.keys(first ?? {}).toSorted()).toEqual(['id', 'schemas', 'userName'])
  const [less] = (await scim('GET', '/Users?excludedAttributes=displayName,groups&count=1')).body.Resources
  expect(Object.keys(less ?? {})).not.toContain('displayName')
  expect(Object.keys(less ?? {})).toContain('userName')
})

test('each request has its line in the log, with nothing of the person whom it is about', async () => {
  const [name, phone] = [nextName(), nextPhone()]
  lines.length = 0
  const { body } = await scim('POST', '/Users', oktaUser(name, phone))
  await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${name}"`)}`)
  await scim('DELETE', `/Users/${body.id}`)
  const own = lines.filter((line) => line.includes('scim'))
  expect(own.map((line) => /"call":"(\w+)"/.exec(line)?.[1])).toEqual([
    'scimCreateUser',
    'scimListUsers',
    'scimRemoveUser',
  ])
  expect(lines.join()).not.toContain(name)
  expect(lines.join()).not.toContain(phone)
})

test('a company that asks too often waits, and is told how long', async () => {
  const answers = []
  for (let each = 0; each < 601; each++) answers.push(await scim('GET', '/ServiceProviderConfig'))
  expect(answers.slice(0, 600).every(({ status }) => status === 200)).toBe(true)
  const late = answers[600]
  expect([late?.status, late?.headers['retry-after']]).toEqual([429, '60'])
  expect(late?.body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '429' })
  clock += 61_000
  expect((await scim('GET', '/Users')).status).toBe(200)
})
