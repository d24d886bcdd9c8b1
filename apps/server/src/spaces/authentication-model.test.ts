import { array, assert, asyncProperty, constantFrom, nat, record } from 'fast-check'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { attemptsLeft, machineWays } from '@moqi/domain/identity/person-factors'
import { keysOf } from '@moqi/domain/keys-of'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { failedAttempts } from '#src/cores/identity/person-auth.ts'
import type { FaceOutcome } from '#src/platform/gateways/identity/face-gateway.ts'
import { embeddedIdentityGateway, type IdentityVerdict } from '#src/platform/gateways/identity/identity-gateway.ts'
import { newcomer, type Player } from '#src/testing/contract-scene.ts'
import { paperForm, uploadedPictures } from '#src/testing/paper-review-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { ageAuths } from './age-auths.ts'
import { followFace } from './face-verdict.ts'
import { readPersonVerdict } from './person-verdict.ts'

const answers = ['passed', 'failed', 'pending'] as const
type Said = (typeof answers)[number]
const typed = { realName: '荀彧', idNumber: '440524188001010014', agree: 1, certificateAgree: 1 } as const
const asVerdict = (said: Said): IdentityVerdict => (said === 'failed' ? { is: said, reason: '不一致' } : { is: said })
const asFace = (said: Said): FaceOutcome => (said === 'pending' ? { is: 'running' } : (asVerdict(said) as FaceOutcome))

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let people = 0
/** What the gateway says next, whoever asks about whom: it lies, repeats itself and changes its mind. */
let says: Said = 'passed'
/** Each authentication that the gateway ever called passed. */
const calledPassed = new Set<string>()

function hear(authId: string): Said {
  if (says === 'passed') calledPassed.add(authId)
  return says
}

beforeAll(async () => {
  server = await testServer({
    now: () => clock,
    identity: {
      ...embeddedIdentityGateway,
      checkPerson: async ({ authId }) => asVerdict(hear(authId)),
      personVerdict: async (authId) => asVerdict(hear(authId)),
      face: {
        begin: async ({ authId }) => ({ is: 'begun', gatewayId: authId, address: `https://face.test/${authId}` }),
        outcome: async (authId) => asFace(hear(authId)),
      },
    },
  })
})
afterAll(() => server.close())

/** One person, with all that was begun for it. */
type World = { who: Player; faces: { faceId: string; ticket: string }[] }

const rowsOf = ({ who }: World) =>
  server.deps.db.directory((directory) =>
    directory
      .selectFrom('person_auth')
      .where('tenant_id', '=', who.tenantId)
      .select(['auth_id', 'ended_at', 'passed', 'auth_way', 'is_change'])
      .orderBy('created_at')
      .orderBy('auth_id')
      .execute(),
  )

const spaceOf = ({ who }: World) =>
  server.deps.db.directory((directory) =>
    directory
      .selectFrom('space')
      .where('tenant_id', '=', who.tenantId)
      .select(['auth_status', 'auth_id', 'identity_hash'])
      .executeTakeFirstOrThrow(),
  )

/** The authentication or verification a step means, of all that ever were. */
const chosen = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

const steps = {
  submit: ({ who }) => server.call('submitPersonAuth', { ...typed, authWay: 'twoFactors' }, who),
  submitTwice: ({ who }) =>
    Promise.all([1, 2].map(() => server.call('submitPersonAuth', { ...typed, authWay: 'twoFactors' }, who))),
  async readVerdict(world, at) {
    const row = chosen(await rowsOf(world), at)
    if (row?.auth_way === 'twoFactors') await readPersonVerdict(server.deps, { authId: row.auth_id, asked: at % 8 })
  },
  async readVerdictTwice(world, at) {
    const row = chosen(await rowsOf(world), at)
    if (row?.auth_way !== 'twoFactors') return
    await Promise.all([0, 7].map((asked) => readPersonVerdict(server.deps, { authId: row.auth_id, asked })))
  },
  async startFace({ who, faces }) {
    const { data } = await server.call('startFace', typed, who)
    if (data.faceLink) {
      faces.push({ faceId: data.faceId, ticket: new URL(data.faceLink).searchParams.get('ticket') ?? '' })
    }
  },
  async beginFace({ faces }, at) {
    const face = chosen(faces, at)
    const byPhone = { ticket: face?.ticket ?? '', phoneKey: 'p'.repeat(22) }
    await server.call('faceScanned', byPhone, {})
    await server.call('beginFace', { ...byPhone, agree: 1 }, {})
  },
  async askFace(world, at) {
    const row = chosen(await rowsOf(world), at)
    if (row?.auth_way === 'face') await server.call('askFace', { authid: row.auth_id }, {})
  },
  async followFace({ who, faces }, at) {
    const face = chosen(faces, at)
    if (face) await followFace(server.deps, { tenantId: who.tenantId, faceId: face.faceId })
  },
  async cancelFace({ who, faces }, at) {
    const face = chosen(faces, at)
    if (face) await server.call('cancelFace', { faceId: face.faceId }, who)
  },
  handIn: async ({ who }) => server.call('submitPersonReview', paperForm(await uploadedPictures(server, who, 2)), who),
  withdraw: ({ who }) => server.call('withdrawPersonReview', {}, who),
  async lapse({ who }) {
    await server.deps.db.directory((directory) =>
      directory
        .updateTable('space')
        .set({ auth_until: clock - 1 })
        .where('tenant_id', '=', who.tenantId)
        .where('auth_status', '=', 'passAuth')
        .execute(),
    )
    await ageAuths(server.deps)
  },
  async wait(_world, at) {
    clock += (at % 20) * 60_000
  },
} satisfies Record<string, (world: World, at: number) => Promise<unknown>>

const names = keysOf(steps)
const step = record({
  // What is rarely possible is tried more often.
  what: constantFrom(...names, 'readVerdict' as const, 'startFace' as const, 'beginFace' as const, 'askFace' as const),
  says: constantFrom(...answers, 'pending' as const),
  at: nat(40),
})

/** What one step may come to: nothing, or up to four moves where two are begun and answered at once. */
function reached(from: AuthState): ReadonlySet<AuthState> {
  const { events, can, after } = personAuthLifecycle
  let found = new Set([from])
  for (let move = 0; move < 4; move++) {
    const next = [...found].flatMap((state) =>
      events.filter((event) => can(state, event)).map((event) => after(state, event)),
    )
    found = new Set([...found, ...next])
  }
  return found
}

/** The laws of an authentication, whatever came in which order. */
async function check(world: World, before: AuthState): Promise<AuthState> {
  const [rows, space] = await Promise.all([rowsOf(world), spaceOf(world)])
  const open = rows.filter(({ ended_at }) => ended_at === null)
  expect([...reached(before)]).toContain(space.auth_status)
  // One is under way where the space says so, and only then.
  expect([space.auth_status, open.length]).toEqual([space.auth_status, space.auth_status === 'inPersonAuth' ? 1 : 0])
  // Who passed was called so by the gateway, under that very id, and is the last that passed.
  const passed = rows.filter((row) => row.passed)
  expect(passed.filter(({ auth_id }) => !calledPassed.has(auth_id))).toEqual([])
  const isPassed = space.auth_status === 'passAuth'
  expect(isPassed && !passed.some(({ auth_id }) => auth_id === space.auth_id)).toBe(false)
  expect(isPassed && space.identity_hash === null).toBe(false)
  const failures = await server.deps.db.directory((directory) =>
    failedAttempts(server.deps, directory, world.who.tenantId, machineWays),
  )
  expect(attemptsLeft(failures).left).toBeGreaterThanOrEqual(0)
  expect(failures.length).toBeLessThanOrEqual(5)
  return space.auth_status
}

/** Everything that time brings to an end; what people look at is taken back by its owner. */
async function waitOut(world: World): Promise<void> {
  says = 'pending'
  clock += 3_600_000
  for (const { auth_id, auth_way, ended_at } of await rowsOf(world)) {
    if (auth_way === 'twoFactors' && ended_at === null)
      await readPersonVerdict(server.deps, { authId: auth_id, asked: 7 })
  }
  for (const { faceId } of world.faces) await followFace(server.deps, { tenantId: world.who.tenantId, faceId })
  await server.call('withdrawPersonReview', {}, await newcomer(server, world.who.phone))
}

test('of submissions, answers, callbacks, cancellations and lapses in any order none authenticates wrongly or is stuck', async () => {
  const seen = new Set<string>()
  const histories = array(step, { minLength: 4, maxLength: 24, size: 'max' })
  await assert(
    asyncProperty(histories, async (taken) => {
      people += 1
      const world: World = { who: await newcomer(server, `132${String(people).padStart(8, '0')}`), faces: [] }
      let status = await check(world, personAuthLifecycle.initial)
      for (const one of taken) {
        says = one.says
        await steps[one.what](world, one.at)
        status = await check(world, status)
        seen.add(`${one.what} ${status}`)
      }
      await waitOut(world)
      expect(await check(world, status)).not.toBe('inPersonAuth')
    }),
    { numRuns: 30, endOnFailure: false, seed: 20261129 },
  )
  // The histories went everywhere: a law that is never tried holds always.
  expect([...seen]).toEqual(
    expect.arrayContaining([
      'submit passAuth',
      'submit rejectPersonAuth',
      'readVerdict passAuth',
      'askFace passAuth',
      'askFace rejectPersonAuth',
      'cancelFace rejectPersonAuth',
      'withdraw rejectPersonAuth',
      'lapse notAuth',
    ]),
  )
})
