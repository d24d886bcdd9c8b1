import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesSent, solvedCaptcha } from '#src/testing/codes.ts'
import { newcomer } from '#src/testing/contract-scene.ts'
import { chrome, newAddress, password, trustedSignIn, tryPassword, wechat } from '#src/testing/sign-in.ts'
import { arrivedMessages, messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const alive = async (token: string) => (await server.call('inspectTokenExpired', {}, { token })).code === 200
const sessions = async (token: string) => (await server.call('listSessions', {}, { token })).data.sessionArray

test('a sign-in over a session ends it, and an unsuccessful one does not', async () => {
  const old = await trustedSignIn(server, '13800000001')
  await tryPassword(server, '13800000001', old)
  expect(await alive(old.token)).toBe(true)
  const { data } = await tryPassword(server, '13800000001', { ...old, password })
  expect(data.token).not.toBe(old.token)
  expect([await alive(old.token), await alive(data.token)]).toEqual([false, true])
})

test('somebody else’s sign-in over a session ends it too', async () => {
  const left = await trustedSignIn(server, '13800000001')
  const { data } = await tryPassword(server, '13800000002', { password, token: left.token })
  expect([await alive(left.token), await alive(data.token)]).toEqual([false, true])
})

test('a person sees the living sessions with device, way and address, this one first', async () => {
  const desk = await trustedSignIn(server, '13800000003', { agent: chrome, address: '115.236.20.18' })
  clock += minute
  const { data: phone } = await tryPassword(server, '13800000003', { password, agent: wechat, address: '10.1.2.3' })
  expect(await sessions(desk.token)).toMatchObject([
    { deviceName: 'Windows · Chrome', handheld: 'no', address: '115.236.*.18', method: 'account', isCurrent: 'yes' },
    { deviceName: 'iPhone · 微信', handheld: 'yes', address: '10.1.*.3', createTime: clock, isCurrent: 'no' },
  ])
  clock += 31 * minute
  expect(await alive(phone.token)).toBe(false)
  expect(await sessions(desk.token)).toHaveLength(1)
  expect(JSON.stringify(await sessions(desk.token))).not.toContain(desk.token)
})

test('an ended session is answered −10 at its next call; the others go on', async () => {
  const own = await trustedSignIn(server, '13800000004')
  const other = await trustedSignIn(server, '13800000004')
  const third = await trustedSignIn(server, '13800000004')
  const sessionId = (await sessions(other.token)).find(({ isCurrent }) => isCurrent === 'yes')?.sessionId ?? ''
  expect((await server.call('endSession', { sessionId }, own)).code).toBe(200)
  const dead = await server.call('getUserAccountInfo', {}, other)
  expect([dead.status, dead.code, dead.message]).toEqual([401, -10, '登录状态已过期，请重新登录'])
  expect([await alive(own.token), await alive(third.token)]).toEqual([true, true])
  const again = await server.call('endSession', { sessionId }, own)
  expect([again.code, again.message]).toEqual([404, '该登录不存在或已退出'])
})

test('all others end at once, and links that would start another with them', async () => {
  const own = await trustedSignIn(server, '13800000002')
  const others = await Promise.all([1, 2, 3].map(() => trustedSignIn(server, '13800000002')))
  const { data: link } = await server.call('createAutoLoginToken', {}, others[0])
  const { data } = await server.call('endOtherSessions', {}, own)
  expect(data.endedNumber).toBeGreaterThanOrEqual(3)
  expect(await Promise.all(others.map(({ token }) => alive(token)))).toEqual([false, false, false])
  expect(await alive(own.token)).toBe(true)
  expect((await server.call('autoLoginByToken', { token: link.token })).code).toBe(422)
})

test('the log names successes and failures, newest first, page by page, and nobody else’s', async () => {
  const { token, phone } = await newcomer(server, '13900000601')
  for (let n = 0; n < 11; n++) {
    clock += minute
    await server.call('loginByVerificationCode', { phone, smsCode: '000000' }, { address: newAddress(), agent: chrome })
  }
  const pages = [await server.call('listSignIns', {}, { token })]
  const cursor = pages[0]?.data.nextCursor ?? ''
  pages.push(await server.call('listSignIns', { cursor }, { token }))
  expect(pages.map(({ data }) => data.signInArray.length)).toEqual([10, 2])
  expect(pages[1]?.data.nextCursor).toBeNull()
  const all = pages.flatMap(({ data }) => data.signInArray)
  expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => b - a))
  expect(all[0]).toMatchObject({ method: 'code', result: 'wrongCode', deviceName: 'Windows · Chrome', time: clock })
  expect(all.at(-1)).toMatchObject({ method: 'code', result: 'success', newDevice: 'no' })
})

test('a wrong password and a lock stand in the log, and so many failures an hour that they fill no disk', async () => {
  const { token } = await trustedSignIn(server, '13800000001')
  for (let n = 0; n < 5; n++) {
    clock += 1000
    await tryPassword(server, '13800000001')
  }
  const { data } = await server.call('listSignIns', { pageSize: 50 }, { token })
  const results = data.signInArray.slice(0, 5).map(({ result }) => result)
  expect(results).toEqual(['locked', ...Array.from({ length: 4 }, () => 'wrongPassword')])
  const phone = '13900000602'
  for (let n = 0; n < 30; n++) {
    await server.call('loginByVerificationCode', { phone, smsCode: '000000' }, { address: '10.9.9.9' })
  }
  const kept = await server.deps.db.directory((directory) =>
    directory.selectFrom('sign_in_log').where('address', '=', '10.9.9.9').select('account_id').execute(),
  )
  expect(kept).toEqual(Array.from({ length: 20 }, () => ({ account_id: null })))
  clock += 16 * minute
})

test('the owner hears of a new device by SMS and mail, not of one known, nor of the very first', async () => {
  const { phone } = await newcomer(server, '13900000603')
  const email = 'ming@example.com'
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ email }).where('phone', '=', phone).execute(),
  )
  const signIn = async (ask: { device?: string }) => {
    clock += minute
    const address = newAddress()
    await server.call('getVerificationCode', { phone, ...(await solvedCaptcha(server, address)) }, { address, ...ask })
    const scene = ask.device ? 'login on device' : 'login'
    const count = ask.device ? 1 : 2
    const [smsCode = ''] = await codesSent(server, { phone, scene, count })
    return server.call('loginByVerificationCode', { phone, smsCode }, { address, agent: chrome, ...ask })
  }
  const { data } = await signIn({})
  const [sms] = await arrivedMessages(server, { recipient: phone, scene: 'newDevice' })
  expect(sms?.body).toBe('【墨契】您的账号刚在新设备登录。如非本人操作，请立即修改密码。')
  const [mail] = await arrivedMessages(server, { recipient: email, scene: 'newDevice' })
  expect(mail?.subject).toBe('【墨契】您的账号刚在新设备登录')
  expect(mail?.body).toContain('设备：Windows · Chrome')
  expect((await signIn({ device: data.device ?? '' })).code).toBe(200)
  const queued = await server.deps.db.directory((directory) =>
    directory.selectFrom('sign_in_log').where('at', '=', clock).select('new_device').execute(),
  )
  expect(queued).toEqual([{ new_device: false }])
  expect(await arrivedMessages(server, { recipient: phone, scene: 'newDevice' })).toHaveLength(1)
})

test('whoever signs in over and over sends five messages a day', async () => {
  const told = { recipient: '13800000002', scene: 'newDevice' }
  const before = (await messagesTo(server, told.recipient, told.scene)).length
  clock += 2 * day
  for (let n = 0; n < 8; n++) await tryPassword(server, '13800000002', { password })
  await arrivedMessages(server, { ...told, count: before + 5 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect((await messagesTo(server, told.recipient, told.scene)).length - before).toBe(5)
})

test('a remembered session ends after ninety days, however it is used', async () => {
  const { token } = await trustedSignIn(server, '13800000003')
  for (let n = 0; n < 15; n++) {
    clock += 6 * day
    expect(await alive(token)).toBe(true)
  }
  expect((await server.call('inspectTokenExpired', {}, { token })).data.expireTime).toBe(clock)
  clock += 1
  expect(await alive(token)).toBe(false)
})

test('of more than fifty sessions the one unused longest ends', async () => {
  const first = await trustedSignIn(server, '13800000004')
  clock += 2 * minute
  const second = await trustedSignIn(server, '13800000004')
  clock += 2 * minute
  expect(await alive(first.token)).toBe(true)
  for (let n = 0; n < 49; n++) await trustedSignIn(server, '13800000004')
  expect([await alive(first.token), await alive(second.token)]).toEqual([true, false])
  expect(await sessions(first.token)).toHaveLength(50)
})
