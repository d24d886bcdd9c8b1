import { checkCreditCode } from '@moqi/domain/identity/company'
import { checkPhone } from '@moqi/domain/identity/phone'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '#src/accounts/create-account.ts'
import { givePin } from '#src/accounts/signing-pin.ts'
import { checkPassword, hashPassword } from '#src/platform/keys/password-hash.ts'
import { addCompanySeal, addFirstPersonSeal } from '#src/seals/make-first-seal.ts'
import { openSideServer, type SideServer } from '#src/testing/side-server.ts'
import { ensureDemoData } from './demo-data.ts'
import { demoCompanies, demoPassword, demoPeople } from './demo-people.ts'

const means = { createAccount, hashPassword, givePin, addCompanySeal, addPersonSeal: addFirstPersonSeal }
let server: SideServer

beforeAll(async () => {
  server = await openSideServer()
  await Promise.all([ensureDemoData(server.deps, means), ensureDemoData(server.deps, means)])
})
afterAll(() => server.close())

test('The companies and people of the demo are well-formed', () => {
  for (const { creditCode } of demoCompanies) expect(checkCreditCode(creditCode)).toMatchObject({ ok: true })
  for (const { phone } of demoPeople) expect(checkPhone(phone)).toMatchObject({ ok: true })
})

test('However often it is made, there is one of each person, with the password everybody knows', async () => {
  const accounts = await server.deps.db.directory((db) =>
    db.selectFrom('account').select(['account_id', 'phone', 'nick_name', 'password_hash']).orderBy('phone').execute(),
  )
  expect(accounts.map(({ phone, nick_name }) => `${phone} ${nick_name}`)).toEqual([
    '13800000001 王小明',
    '13800000002 李静',
    '13800000003 张伟',
    '13800000004 陈晨',
  ])
  expect(await checkPassword(server.deps, accounts[0] ?? null, demoPassword)).toBe(true)
})

test('Every space is authenticated, has its 份 with their entry, and a seal', async () => {
  const spaces = await server.deps.db.directory((db) =>
    db.selectFrom('space').select(['tenant_id', 'kind', 'auth_status']).execute(),
  )
  expect(spaces).toHaveLength(6)
  for (const { tenant_id: tenantId, kind, auth_status } of spaces) {
    const given = kind === 'company' ? 200 : 20
    const found = await server.deps.db.read(tenantId, async (db) => ({
      packs: await db.selectFrom('quota_pack').select(['total', 'remaining', 'expires_at']).execute(),
      entries: await db.selectFrom('quota_entry').select(['kind', 'change']).execute(),
      seals: await db.selectFrom('seal').select(['kind', 'is_default']).execute(),
    }))
    expect({ auth_status, ...found }).toEqual({
      auth_status: 'passAuth',
      packs: [{ total: given, remaining: given, expires_at: null }],
      entries: [{ kind: 'gift', change: given }],
      seals: [{ kind, is_default: true }],
    })
  }
})

test('张伟 is no owner of the company, and was granted its seal', async () => {
  const [membership] = await server.deps.db.directory((db) =>
    db
      .selectFrom('membership as m')
      .innerJoin('account as a', 'a.account_id', 'm.account_id')
      .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
      .where('a.phone', '=', '13800000003')
      .where('s.kind', '=', 'company')
      .select(['m.tenant_id', 'm.account_id', 'm.is_owner', 's.name'])
      .execute(),
  )
  expect(membership).toMatchObject({ is_owner: false, name: '杭州云启科技有限公司' })
  const grants = await server.deps.db.read(membership?.tenant_id ?? '', (db) =>
    db.selectFrom('seal_grant').select('account_id').execute(),
  )
  expect(grants).toEqual([{ account_id: membership?.account_id }])
})

async function send(recipient: string, body: string, channel: 'sms' | 'captcha' = 'sms'): Promise<void> {
  const message = { message_id: server.deps.newId(), channel, recipient, scene: 'login', body }
  await server.deps.db.directoryWrite((tx) =>
    tx
      .insertInto('outbox_message')
      .values({ ...message, created_at: server.deps.now() })
      .execute(),
  )
}

test('The outbox shows what was sent, newest first, and of one recipient when asked', async () => {
  await send('13800000001', '【墨契】验证码111111')
  await send('13800000002', '【墨契】验证码222222')
  await send('13800000001', '【墨契】验证码333333')
  const all = (await server.ask('GET', '/demo/outbox')).json()
  expect(all.messageArray.map(({ body }: { body: string }) => body.slice(-6))).toEqual(['333333', '222222', '111111'])
  const one = (await server.ask('GET', '/demo/outbox?recipient=13800000002')).json()
  expect(one.messageArray).toMatchObject([{ channel: 'sms', body: '【墨契】验证码222222' }])
})

test('The outbox page escapes what it shows and runs no script', async () => {
  await send('captcha-id', '<script>alert(1)</script>', 'captcha')
  const page = await server.ask('GET', '/demo/')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.payload).not.toContain('<script')
  expect(page.payload).toContain('&#60;script&#62;')
  expect(page.payload).toContain(demoPassword)
  const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(String(page.headers['content-security-policy']))?.[1]
  expect(page.payload.replaceAll('&#43;', '+')).toContain(`nonce="${nonce}"`)
  const odd = await server.ask('GET', '/demo/?recipient=%22%3E%3Cimg%20src=x%3E&recipient=2')
  expect([odd.statusCode, odd.payload.includes('<img')]).toEqual([200, false])
})
