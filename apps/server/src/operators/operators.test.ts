import { afterAll, beforeAll, expect, test } from 'vitest'
import { disableOperator, resetOperator } from '#src/cores/operator/keep-operators.ts'
import { enrolled, operatorPassword as password, shownCode } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const hour = 60 * minute
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const enter = (name: string, code: string, typed = password) =>
  server.call('signInOperator', { name, password: typed, code })
const isIn = async (token: string) => (await server.call('operatorSelf', {}, { token })).code === 200
const labels = async (token: string) =>
  (await server.call('operatorSelf', {}, { token })).data.logArray.map(({ label }) => label)
const reset = (name: string) => server.deps.db.directoryWrite((tx) => resetOperator(server.deps, tx, name))

test('an enrolment code works once, ends in a day, and only with the authenticator’s code', async () => {
  const one = await enrolled(server, 'li.jing')
  expect(await isIn(one.token)).toBe(true)
  expect(new Set(one.recoveryCodes).size).toBe(10)
  const again = await server.call('beginOperatorEnrolment', { name: one.name, enrolCode: one.enrolCode, password })
  expect([again.code, again.data['reason']]).toEqual([422, 'operator/enrolment'])
  const enrolCode = (await reset(one.name)) ?? ''
  expect(await isIn(one.token)).toBe(false)
  const weak = await server.call('beginOperatorEnrolment', { name: one.name, enrolCode, password: '12345678' })
  expect(weak.data['reason']).toBe('field/invalid')
  await server.call('beginOperatorEnrolment', { name: one.name, enrolCode: enrolCode.toLowerCase(), password })
  const wrong = await server.call('endOperatorEnrolment', { name: one.name, enrolCode, code: '12345' })
  expect(wrong.data['reason']).toBe('operator/code')
  expect((await enter(one.name, shownCode(one.secret, clock))).data['reason']).toBe('operator/credentials')
  clock += 24 * hour
  const late = await server.call('beginOperatorEnrolment', { name: one.name, enrolCode, password })
  expect(late.data['reason']).toBe('operator/enrolment')
})

test('a one-time password works once; a recovery code too; neither without the password', async () => {
  const { name, secret, token, recoveryCodes } = await enrolled(server, 'wang')
  const refused = async (code: string, typed = password) => (await enter(name, code, typed)).data['reason']
  expect(await refused(shownCode(secret, clock))).toBe('operator/credentials')
  clock += minute
  const code = shownCode(secret, clock)
  expect(await refused(code, 'Moqi@2025')).toBe('operator/credentials')
  const { data } = await enter('WANG', code)
  expect([await isIn(data.token), await isIn(token)]).toEqual([true, false])
  expect(await refused(code)).toBe('operator/credentials')
  const recovery = recoveryCodes[0] ?? ''
  expect((await enter(name, recovery.replaceAll('-', ' ').toLowerCase())).code).toBe(200)
  expect(await refused(recovery)).toBe('operator/credentials')
  const { data: last } = await enter(name, recoveryCodes[1] ?? '')
  const self = await server.call('operatorSelf', {}, { token: last.token })
  expect(self.data.recoveryCodeNumber).toBe(8)
  expect(await labels(last.token)).toEqual([
    '使用恢复码登录',
    '登录失败',
    '使用恢复码登录',
    '登录失败',
    '登录',
    '登录失败',
    '登录失败',
    '启用账号',
  ])
})

test('five failures lock for a quarter of an hour, and say the same as a name that nobody has', async () => {
  const { name, secret } = await enrolled(server, 'zhang')
  const unknown = await enter('nobody.here', '000000')
  for (let tries = 0; tries < 5; tries += 1) expect(await enter(name, '000000')).toEqual(unknown)
  clock += 14 * minute
  expect(await enter(name, shownCode(secret, clock))).toEqual(unknown)
  clock += minute + 1
  expect((await enter(name, shownCode(secret, clock))).code).toBe(200)
})

test('a session ends unused after half an hour, after twelve hours anyway, on leaving, and with the operator', async () => {
  const { name, secret, token } = await enrolled(server, 'zhao')
  clock += 31 * minute
  expect(await isIn(token)).toBe(false)
  const { data: long } = await enter(name, shownCode(secret, clock))
  for (let used = 0; used < 24; used += 1) {
    clock += 29 * minute
    expect(await isIn(long.token)).toBe(true)
  }
  clock += 29 * minute
  expect(await isIn(long.token)).toBe(false)
  const { data: left } = await enter(name, shownCode(secret, clock))
  await server.call('signOutOperator', {}, { token: left.token })
  expect(await isIn(left.token)).toBe(false)
  clock += minute
  const { data: out } = await enter(name, shownCode(secret, clock))
  await server.deps.db.directoryWrite((tx) => disableOperator(server.deps, tx, name))
  expect(await isIn(out.token)).toBe(false)
  clock += minute
  expect((await enter(name, shownCode(secret, clock))).data['reason']).toBe('operator/credentials')
})

test('a session or a secret that is moved to another operator opens nothing', async () => {
  const { db } = server.deps
  const [thief, victim] = [await enrolled(server, 'thief'), await enrolled(server, 'victim')]
  const idOf = (name: string) =>
    db.directory((directory) =>
      directory.selectFrom('operator').where('name', '=', name).selectAll().executeTakeFirstOrThrow(),
    )
  const [own, other] = [await idOf(thief.name), await idOf(victim.name)]
  const { password_hash, totp_secret, operator_id } = own
  await db.directoryWrite(async (tx) => {
    await tx.deleteFrom('operator_session').where('operator_id', '=', other.operator_id).execute()
    await tx
      .updateTable('operator_session')
      .set({ operator_id: other.operator_id })
      .where('operator_id', '=', operator_id)
      .execute()
    await tx
      .updateTable('operator')
      .set({ password_hash, totp_secret })
      .where('operator_id', '=', other.operator_id)
      .execute()
  })
  expect(await isIn(thief.token)).toBe(false)
  clock += minute
  expect((await enter(victim.name, shownCode(thief.secret, clock))).code).not.toBe(200)
})

test('where the settings do not let operators in, neither sign-in nor session does', async () => {
  const { token, name, secret } = await enrolled(server, 'late')
  Object.assign(server.deps.config, { operator: false })
  clock += minute
  const answers = [(await enter(name, shownCode(secret, clock))).data['reason'], await isIn(token)]
  Object.assign(server.deps.config, { operator: true })
  expect(answers).toEqual(['operator/off', false])
})
