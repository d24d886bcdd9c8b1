import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAuthenticator } from '#src/testing/authenticator.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { askedKey, boundKey, keyCode, keyOptions } from '#src/testing/key-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let origin = ''

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  origin = server.deps.config.publicUrl
})
afterAll(() => server.close())

let people = 0
const someone = () => newcomer(server, `134${String((people += 1)).padStart(8, '0')}`)
const keysOf = async ({ token }: Player) => (await server.call('listKeys', {}, { token })).data
const signInWith = (key: string, code: string, sign: string) => server.call('loginByKey', { id: key, code, sign })
const accountOf = async (token: string) => (await server.call('getUserAccountInfo', {}, { token })).data

test('a key is bound by a code to the phone, and signs in without a name and by account', async () => {
  const who = await someone()
  const key = await boundKey(server, who)
  const { keyArray, keyRequired } = await keysOf(who)
  expect(keyArray).toEqual([
    { keyId: key.keyId, name: '办公电脑', synced: 'no', copied: 'no', createTime: clock, usedTime: null },
  ])
  expect(keyRequired).toBe('no')
  clock += minute
  for (const id of ['', who.phone]) {
    const asked = await askedKey(server, id)
    expect(asked.keyArray.map(({ keyId }) => keyId)).toEqual(id ? [key.keyId] : [])
    const { code, data } = await signInWith(key.keyId, asked.code, key.get(asked))
    expect(code).toBe(200)
    expect(await accountOf(String(data.token))).toEqual(await accountOf(who.token))
  }
  expect((await keysOf(who)).keyArray[0]?.usedTime).toBe(clock)
  const { signInArray } = (await server.call('listSignIns', {}, who)).data
  expect(signInArray[0]).toMatchObject({ method: 'key', result: 'success' })
})

test('its owner is told of a key that is bound, wherever that was done', async () => {
  const who = await someone()
  await boundKey(server, who, '家里的手机')
  const { data } = await server.call('listMessage', {}, who)
  expect(JSON.stringify(data)).toContain('家里的手机')
})

test('a name nobody has is answered like one somebody has, and always alike', async () => {
  const [first, second] = [await askedKey(server, '13999999999'), await askedKey(server, '13999999999')]
  expect(first.keyArray).toHaveLength(1)
  expect(first.keyArray).toEqual(second.keyArray)
  expect(first.code).not.toBe(second.code)
})

test('a challenge works once, for five minutes, and for what it was given', async () => {
  const who = await someone()
  const key = await boundKey(server, who)
  const asked = await askedKey(server)
  const sign = key.get(asked)
  expect((await signInWith(key.keyId, asked.code, sign)).code).toBe(200)
  expect((await signInWith(key.keyId, asked.code, sign)).data.reason).toBe('account/key-wrong')
  const inTime = await askedKey(server)
  const late = await askedKey(server)
  clock += 5 * minute
  expect((await signInWith(key.keyId, inTime.code, key.get(inTime))).code).toBe(200)
  clock += 1
  expect((await signInWith(key.keyId, late.code, key.get(late))).code).toBe(422)
  const other = await askedKey(server, (await someone()).phone)
  expect((await signInWith(key.keyId, other.code, key.get(other))).code).toBe(422)
  clock += minute
  const toAdd = await keyOptions(server, who)
  expect((await signInWith(key.keyId, toAdd.code, key.get(toAdd))).code).toBe(422)
  const made = await askedKey(server)
  expect((await signInWith(key.keyId, `${made.code}x`, key.get({ ...made, code: `${made.code}x` }))).code).toBe(422)
})

test.each([
  ['another origin', { origin: 'https://moqi.example.evil' }],
  ['the ceremony of binding', { type: 'webauthn.create' }],
  ['a key that has not seen who holds it', { verified: false }],
  ["another account's handle", { userHandle: 'c29tZWJvZHkgZWxzZQ' }],
])('%s signs nobody in', async (_what, as) => {
  const key = await boundKey(server, await someone())
  const asked = await askedKey(server)
  expect((await signInWith(key.keyId, asked.code, key.get(asked, as))).data.reason).toBe('account/key-wrong')
  expect((await signInWith(key.keyId, asked.code, key.get(asked))).code).toBe(200)
})

test("neither another key's signature, nor one for another host, nor what is none signs in", async () => {
  const key = await boundKey(server, await someone())
  const stranger = newAuthenticator(origin)
  const asked = await askedKey(server)
  for (const sign of [
    stranger.get(asked),
    key.get({ ...asked, rpId: 'elsewhere.example' }),
    key.get({ ...asked, code: (await askedKey(server)).code }),
    Buffer.from('{"clientDataJSON":1}').toString('base64url'),
    'eA',
    '',
  ]) {
    expect((await signInWith(key.keyId, asked.code, sign)).code).toBe(422)
  }
  expect((await signInWith(stranger.keyId, asked.code, stranger.get(asked))).code).toBe(422)
})

test('a counter that goes back is refused, shown and told; keys that do not count may sign in for ever', async () => {
  const who = await someone()
  const key = await boundKey(server, who)
  const enter = async (counter: number) => {
    const asked = await askedKey(server)
    return signInWith(key.keyId, asked.code, key.get(asked, { counter }))
  }
  expect((await enter(7)).code).toBe(200)
  clock += minute
  for (const counter of [7, 6, 0]) expect((await enter(counter)).data.reason).toBe('account/key-copied')
  expect((await keysOf(who)).keyArray[0]?.copied).toBe('yes')
  const { signInArray } = (await server.call('listSignIns', {}, who)).data
  expect(signInArray[0]).toMatchObject({ method: 'key', result: 'copiedKey' })
  const { data } = await server.call('listMessage', {}, who)
  expect(JSON.stringify(data)).toContain('可能已被复制')

  const plain = newAuthenticator(origin)
  const other = await someone()
  const options = await keyOptions(server, other)
  const made = plain.create(options, { counter: 0 })
  expect((await server.call('addKey', { code: options.code, name: '手机', ...made }, other)).code).toBe(200)
  for (let use = 0; use < 2; use += 1) {
    const asked = await askedKey(server)
    expect((await signInWith(plain.keyId, asked.code, plain.get(asked, { counter: 0 }))).code).toBe(200)
  }
})

test('a key is bound with either attestation, once, to the account that asked for it', async () => {
  const who = await someone()
  const other = await someone()
  const key = newAuthenticator(origin)
  const options = await keyOptions(server, who)
  const add = (by: Player, as: Parameters<typeof key.create>[1] = {}, asked = options) =>
    server.call('addKey', { code: asked.code, name: '手机', ...key.create(asked, as) }, by)
  expect((await add(other)).data.reason).toBe('account/key-wrong')
  clock += minute
  const again = await keyOptions(server, who)
  expect((await add(who, { origin: 'https://moqi.example.evil' }, again)).code).toBe(422)
  expect((await add(who, { type: 'webauthn.get' }, again)).code).toBe(422)
  const nameless = await server.call('addKey', { code: again.code, name: ' ', ...key.create(again) }, who)
  expect(nameless.data.field).toBe('name')
  expect((await add(who, { format: 'packed' }, again)).code).toBe(200)
  const twice = await keyOptions(server, other)
  expect((await add(other, {}, twice)).message).toContain('已绑定')
  expect((await keysOf(other)).keyArray).toEqual([])
})

test('keys are renamed and removed by their owner alone; the last one asks for a code to the phone', async () => {
  const who = await someone()
  const other = await someone()
  const first = await boundKey(server, who)
  clock += minute
  const second = await boundKey(server, who, '备用')
  expect((await server.call('renameKey', { keyId: first.keyId, name: '我的' }, other)).code).toBe(404)
  expect((await server.call('removeKey', { keyId: first.keyId }, other)).code).toBe(404)
  await server.call('renameKey', { keyId: first.keyId, name: '  公司  电脑 ' }, who)
  expect((await keysOf(who)).keyArray.map(({ name }) => name)).toEqual(['公司 电脑', '备用'])
  expect((await server.call('removeKey', { keyId: second.keyId }, who)).code).toBe(200)
  const last = await server.call('removeKey', { keyId: first.keyId }, who)
  expect([last.data.reason, last.data.field]).toEqual(['field/invalid', 'smsCode'])
  clock += minute
  const smsCode = await keyCode(server, who)
  expect((await server.call('removeKey', { keyId: first.keyId, smsCode }, who)).code).toBe(200)
  const asked = await askedKey(server)
  expect((await signInWith(first.keyId, asked.code, first.get(asked))).code).toBe(422)
})

test('a row that is written without the key, or moved to another account, signs nobody in', async () => {
  const [who, victim] = [await someone(), await someone()]
  const key = await boundKey(server, who)
  const { account_id } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', victim.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  await server.deps.db.directoryWrite((tx) =>
    tx.updateTable('passkey').set({ account_id }).where('credential_id', '=', key.keyId).execute(),
  )
  const asked = await askedKey(server)
  expect((await signInWith(key.keyId, asked.code, key.get(asked))).code).toBe(422)
  expect((await keysOf(victim)).keyArray).toEqual([])
  expect(await arrivedMessages(server, { recipient: victim.phone, scene: 'keyChanged', count: 0 })).toEqual([])
})
