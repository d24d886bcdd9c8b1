import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLoginCode, codesSent, solvedCaptcha, wrongCode } from '#src/testing/codes.ts'
import { newAddress, password, trustedSignIn, tryPassword } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const [ming, jing, li, chen] = ['13800000001', '13800000002', '13800000003', '13800000004'] as const
const unknown = '13800000404'

/** Strangers fail until they are locked out, each from an address of its own. */
async function lockStrangersOut(phone: string) {
  for (let n = 0; n < 5; n++) await tryPassword(server, phone)
  expect((await tryPassword(server, phone, { password })).code).toBe(423)
}

const askOnDevice = async (phone: string, device: string) => {
  const address = newAddress()
  return server.call('getVerificationCode', { phone, ...(await solvedCaptcha(server, address)) }, { address, device })
}

test('while strangers are locked out, the trusted device signs in, and its success does not let them in', async () => {
  const { device } = await trustedSignIn(server, ming)
  await lockStrangersOut(ming)
  expect((await tryPassword(server, ming, { password, device })).code).toBe(200)
  expect((await tryPassword(server, ming, { password })).code).toBe(423)
  clock += 15 * minute
  expect((await tryPassword(server, ming, { password })).code).toBe(200)
})

test('a trusted device has five tries of its own, and locking it locks neither strangers nor another device', async () => {
  const one = await trustedSignIn(server, jing)
  const other = await trustedSignIn(server, jing)
  const told: unknown[] = []
  for (let n = 0; n < 5; n++) told.push((await tryPassword(server, jing, { device: one.device })).data.left)
  expect(told).toEqual([4, 3, 2, 1, undefined])
  expect((await tryPassword(server, jing, { password, device: one.device })).code).toBe(423)
  expect((await tryPassword(server, jing)).data.left).toBe(4)
  expect((await tryPassword(server, jing, { password, device: other.device })).code).toBe(200)
})

test('a device that did not ask to be remembered, one of another account and an invented one are strangers', async () => {
  const plain = await tryPassword(server, li, { password })
  const foreign = await trustedSignIn(server, chen)
  await lockStrangersOut(li)
  for (const device of [plain.data.device ?? '', foreign.device, 'A'.repeat(43), 'nonsense', `${foreign.device},x`]) {
    expect((await tryPassword(server, li, { password, device })).code).toBe(423)
  }
  clock += 16 * minute
})

test('a browser of several people proves itself to each by a secret of its own', async () => {
  const one = await trustedSignIn(server, ming)
  const both = await trustedSignIn(server, chen, { device: one.device })
  expect(both.device).not.toBe('')
  const device = `${both.device},${one.device}`
  for (const phone of [ming, chen]) {
    await lockStrangersOut(phone)
    const { code, data } = await tryPassword(server, phone, { password, device })
    expect([code, data.device]).toEqual([200, undefined])
  }
  clock += 16 * minute
})

test('a name nobody has is told apart neither with a device nor without', async () => {
  const { device } = await trustedSignIn(server, chen)
  for (let n = 0; n < 6; n++) {
    const [first, second] = [await tryPassword(server, li, { device }), await tryPassword(server, unknown, { device })]
    expect([first.status, first.code, first.message, first.data]).toEqual([
      second.status,
      second.code,
      second.message,
      second.data,
    ])
  }
  clock += 16 * minute
})

test('strangers use up a phone’s codes and their tries, and the trusted device still signs in by code', async () => {
  const { device } = await trustedSignIn(server, chen)
  for (let n = 0; n < 5; n++) {
    expect((await askLoginCode(server, chen, newAddress())).code).toBe(200)
    clock += minute
  }
  expect((await askLoginCode(server, chen, newAddress())).code).toBe(429)
  expect((await askOnDevice(chen, device)).code).toBe(200)
  const [smsCode = ''] = await codesSent(server, { phone: chen, scene: 'login on device', count: 1 })
  const login = (ask: { device?: string }) =>
    server.call('loginByVerificationCode', { phone: chen, smsCode }, { address: newAddress(), ...ask })
  for (let n = 0; n < 6; n++) expect((await login({})).code).toBe(422)
  expect((await login({ device })).code).toBe(200)
  expect((await login({ device })).code).toBe(422)
  clock += hour
})

const askSms = async (scene: 'smsLogin' | 'reset', phone: string, ask: { device?: string } = {}) => {
  const address = newAddress()
  const input = { phone, scene, ...(await solvedCaptcha(server, address)) }
  return server.call('getSmsCode', input, { address, ...ask })
}

test.each(['smsLogin', 'reset'] as const)(
  'strangers use up the codes of %s and their tries, and the trusted device still uses its own (C4, C8, C13)',
  async (scene) => {
    clock += hour
    await server.deps.db.directory((directory) =>
      directory.updateTable('account').set({ user_name: 'lijing' }).where('phone', '=', jing).execute(),
    )
    const { device } = await trustedSignIn(server, jing)
    const use = (smsCode: string, ask: { device?: string } = {}) =>
      scene === 'reset'
        ? server.call('checkSms', { phone: jing, smsCode, scene }, { address: newAddress(), ...ask })
        : server.call('loginForUserNameAndPhone', { userName: 'lijing', phone: jing, smsCode }, { ...ask })
    for (let n = 0; n < 5; n++) {
      expect((await askSms(scene, jing)).code).toBe(200)
      clock += minute
    }
    expect((await askSms(scene, jing)).code).toBe(429)
    expect((await askSms(scene, jing, { device })).code).toBe(200)
    const [smsCode = ''] = await codesSent(server, { phone: jing, scene: `${scene} on device`, count: 1 })
    for (let n = 0; n < 6; n++) expect((await use(smsCode)).code).toBe(422)
    expect((await use(smsCode, { device })).code).toBe(scene === 'reset' ? 200 : 0)
    expect((await use(smsCode, { device })).code).toBe(422)
  },
)

test('the codes of a trusted device for an SMS sign-in and a reset die of four wrong tries too', async () => {
  clock += hour
  const { device } = await trustedSignIn(server, chen)
  for (const scene of ['smsLogin', 'reset'] as const) {
    await askSms(scene, chen, { device })
    const [smsCode = ''] = await codesSent(server, { phone: chen, scene: `${scene} on device`, count: 1 })
    const use = (typed: string) =>
      server.call('checkSms', { phone: chen, smsCode: typed, scene }, { address: newAddress(), device })
    for (let n = 0; n < 4; n++) await use(wrongCode(smsCode))
    expect((await use(smsCode)).code).toBe(422)
  }
})

test('a trusted device is sent a code where its address has had all of its own', async () => {
  const { device } = await trustedSignIn(server, li)
  const address = newAddress()
  for (let n = 0; n < 20; n++) await askLoginCode(server, `1360000${String(n).padStart(4, '0')}`, address)
  expect((await askLoginCode(server, jing, address)).code).toBe(429)
  const captcha = await solvedCaptcha(server, address)
  expect((await server.call('getVerificationCode', { phone: li, ...captcha }, { address, device })).code).toBe(200)
})

test('a code proves the phone, so its device is trusted; wrong codes on it are counted by the code', async () => {
  const phone = '13700000777'
  await askLoginCode(server, phone, newAddress())
  const [smsCode = ''] = await codesSent(server, { phone, scene: 'login', count: 1 })
  const { data } = await server.call('loginByVerificationCode', { phone, smsCode }, { address: newAddress() })
  const { data: devices } = await server.call('listDevices', {}, { token: data.token })
  expect(devices.deviceArray.map(({ isCurrent }) => isCurrent)).toEqual(['yes'])
  const device = data.device ?? ''
  await askOnDevice(phone, device)
  const [own = ''] = await codesSent(server, { phone, scene: 'login on device', count: 1 })
  const login = (typed: string) =>
    server.call('loginByVerificationCode', { phone, smsCode: typed }, { address: newAddress(), device })
  for (let n = 0; n < 4; n++) await login(wrongCode(own))
  expect((await login(own)).code).toBe(422)
})

test('a forgotten device is a stranger, and its sessions end', async () => {
  const owner = await trustedSignIn(server, jing)
  const lost = await trustedSignIn(server, jing)
  const { data } = await server.call('listDevices', {}, lost)
  const deviceId = data.deviceArray.find(({ isCurrent }) => isCurrent === 'yes')?.deviceId ?? ''
  expect((await server.call('forgetDevice', { deviceId }, owner)).code).toBe(200)
  expect((await server.call('inspectTokenExpired', {}, { token: lost.token })).code).toBe(-10)
  expect((await server.call('inspectTokenExpired', {}, { token: owner.token })).code).toBe(200)
  await lockStrangersOut(jing)
  expect((await tryPassword(server, jing, { password, device: lost.device })).code).toBe(423)
  const again = await server.call('forgetDevice', { deviceId }, owner)
  expect([again.code, again.message]).toEqual([404, '设备不存在或已移除'])
})

test('the database holds no secret by which a device proves itself', async () => {
  const { device } = await trustedSignIn(server, ming)
  const rows = await server.deps.db.directory((directory) => directory.selectFrom('device').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(device)
  const hashes = rows.map(({ secret_hash }) => secret_hash.toString('hex'))
  expect(hashes.filter((hash) => hash.includes(Buffer.from(device).toString('hex')))).toEqual([])
})

test('a device opens no call by itself', async () => {
  const { device } = await trustedSignIn(server, ming)
  expect((await server.call('getUserAccountInfo', {}, { device })).code).toBe(-10)
  expect((await server.call('getUserAccountInfo', {}, { device, token: device })).code).toBe(-10)
})
