import { reverseFen } from '@moqi/domain/identity/reverse-payment'
import { keysOf } from '@moqi/domain/keys-of'
import { type AuthState, companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BankGateway } from '#src/platform/gateways/bank-gateway.ts'
import { embeddedIdentityGateway } from '#src/platform/gateways/identity/identity-gateway.ts'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { ageAuths } from './age-auths.ts'
import { lapsePayment, payCompany } from './company-payment.ts'
import { takeArrived } from './reverse-payment.ts'

const bank: BankGateway = {
  closed: null,
  pay: async () => null,
  account: { name: '墨契收款户', account: '5719 1234 0010', bank: '招商银行杭州分行', code: '308331012001' },
  arrived: async () => [],
  trials: [],
}
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let companies = 0
let payments = 0
let registryKnows = true

beforeAll(async () => {
  server = await testServer({
    now: () => clock,
    bank,
    identity: {
      ...embeddedIdentityGateway,
      checkCompany: async () => (registryKnows ? null : '法定代表人姓名与登记信息不一致'),
    },
  })
})
afterAll(() => server.close())

/** A company that its operator authenticates; `proved` is each authentication that a right payment was told of. */
type World = { who: Player; number: number; tenantId: string | null; proved: Set<string> }

const rowsOf = ({ who }: World) =>
  server.deps.db.directory((directory) =>
    directory
      .selectFrom('company_auth as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', who.phone)
      .select([
        'c.auth_id',
        'c.tenant_id',
        'c.ended_at',
        'c.step',
        'c.fen',
        'c.remark',
        'c.company_name',
        'c.tries_left',
      ])
      .orderBy('c.created_at')
      .orderBy('c.auth_id')
      .execute(),
  )

async function statusOf({ tenantId }: World): Promise<AuthState> {
  if (tenantId === null) return companyAuthLifecycle.initial
  const { auth_status } = await server.deps.db.directory((directory) =>
    directory.selectFrom('space').where('tenant_id', '=', tenantId).select('auth_status').executeTakeFirstOrThrow(),
  )
  return auth_status
}

async function submit(world: World, way: 'payment' | 'reverse', replacing: boolean) {
  const { bankName, bankAccount, ...rest } = companyForm(world.number)
  const form = way === 'payment' ? { ...rest, bankName, bankAccount, authWay: way } : { ...rest, authWay: way }
  const open = (await rowsOf(world)).find(({ ended_at }) => ended_at === null)
  const asked = {
    ...form,
    ...(world.tenantId && { tenantId: world.tenantId }),
    ...(replacing && open && { replaces: open.auth_id }),
  }
  const { data } = await server.call('submitCompanyAuth', asked, world.who)
  world.tenantId ??= data.tenantId ?? null
  return data
}

type Row = Awaited<ReturnType<typeof rowsOf>>[number]
const fenText = (fen: number) => (fen / 100).toFixed(2)

/** What happens to one of all authentications that ever were, be it over or not. */
const happenings = {
  pay: (_world, { auth_id }) => payCompany(server.deps, { authId: auth_id }),
  async confirm(world, { auth_id, tenant_id, fen, ended_at }, right) {
    // The bank is paying beside this: what was not sent yet may be by now.
    if (right && ended_at === null) world.proved.add(auth_id)
    const amount = fenText(right ? fen : (fen % 98) + 1)
    await server.call('confirmPayment', { amount }, { ...world.who, tenantId: tenant_id })
  },
  async arrive(world, { auth_id, remark, company_name }, right) {
    payments += 1
    if (right && remark !== null) world.proved.add(auth_id)
    const told = {
      transactionNo: `T${payments}`,
      payer: right ? company_name : '李四',
      fen: reverseFen,
      remark: remark ?? '',
      at: clock,
    }
    // Told twice at once, as banks do.
    await Promise.all([takeArrived(server.deps, auth_id, [told]), takeArrived(server.deps, auth_id, [told, told])])
  },
  withdraw: (world, { auth_id, tenant_id }) =>
    server.call('withdrawReversePayment', { authid: auth_id }, { ...world.who, tenantId: tenant_id }),
  lapse: (_world, { auth_id }) => lapsePayment(server.deps, { authId: auth_id }),
} satisfies Record<string, (world: World, row: Row, right: boolean) => Promise<unknown>>

const steps = {
  submitPayment: (world, _at, right) => submit(world, 'payment', right),
  submitReverse: (world, _at, right) => submit(world, 'reverse', right),
  async registryRefuses(world, _at, right) {
    registryKnows = false
    await submit(world, 'payment', right)
    registryKnows = true
  },
  async paperEnds({ tenantId }) {
    if (tenantId === null) return
    await server.deps.db.directory((directory) =>
      directory
        .updateTable('space')
        .set({ auth_until: clock - 1 })
        .where('tenant_id', '=', tenantId)
        .where('auth_status', '=', 'passAuth')
        .execute(),
    )
    await ageAuths(server.deps)
  },
  async wait() {
    clock += 60_000
  },
} satisfies Record<string, (world: World, at: number, right: boolean) => Promise<unknown>>

const isHappening = (what: keyof typeof steps | keyof typeof happenings): what is keyof typeof happenings =>
  Object.hasOwn(happenings, what)

const often = ['submitReverse', 'submitReverse', 'arrive', 'arrive', 'arrive', 'confirm'] as const

const step = record({
  // What needs another step before it is tried more often.
  what: constantFrom(...keysOf(steps), ...keysOf(happenings), ...often),
  at: nat(20),
  right: boolean(),
})

/** The laws of a company's authentication, whatever came in which order. */
async function check(world: World): Promise<AuthState> {
  const [rows, status] = [await rowsOf(world), await statusOf(world)]
  const open = rows.filter(({ ended_at }) => ended_at === null)
  expect([status, open.length]).toEqual([status, status === 'inCompanyAuth' ? 1 : 0])
  // Nobody has passed but by a payment of this company's, told of one of its authentications.
  expect(status === 'passAuth' && world.proved.size === 0).toBe(false)
  expect(rows.filter(({ tries_left }) => tries_left < 0)).toEqual([])
  return status
}

test('of submissions, payments, wrong amounts, withdrawals and lapses in any order none passes a company wrongly', async () => {
  const seen = new Set<string>()
  await assert(
    asyncProperty(array(step, { minLength: 6, maxLength: 24, size: 'max' }), async (taken) => {
      companies += 1
      const phone = `130${String(companies).padStart(8, '0')}`
      const who = await newcomer(server, phone, '林晓')
      const world: World = { who, number: 9_000 + companies, tenantId: null, proved: new Set() }
      for (const { what, at, right } of taken) {
        if (isHappening(what)) {
          const rows = await rowsOf(world)
          const row = rows[at % Math.max(1, rows.length)]
          if (row) await happenings[what](world, row, right)
        } else await steps[what](world, at, right)
        seen.add(`${what} ${await check(world)}`)
      }
      // Time alone ends what is under way.
      for (const { auth_id, ended_at } of await rowsOf(world)) {
        if (ended_at === null) await payCompany(server.deps, { authId: auth_id })
        await lapsePayment(server.deps, { authId: auth_id })
      }
      expect(await check(world)).not.toBe('inCompanyAuth')
    }),
    { numRuns: 25, seed: 20261129 },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'confirm passAuth',
      'confirm inCompanyAuth',
      'arrive passAuth',
      'arrive inCompanyAuth',
      'withdraw rejectCompanyAuth',
      'lapse rejectCompanyAuth',
      'paperEnds notAuth',
    ]),
  )
})
