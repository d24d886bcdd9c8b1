import { dayMs } from '@moqi/domain/time/civil-date'
import { requestToken } from '@moqi/trust/timestamp/request-token'
import { scene } from '@moqi/trust/testing/authority-scene'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AuthorityElsewhere, authorityElsewhere, timestampReply } from '#src/testing/authority-elsewhere.ts'
import { judgedDocument } from '#src/testing/archive-scene.ts'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { clockFault, requireClock, watchingClock } from './clock-check.ts'

const minuteMs = 60_000

describe('our clock is compared with that of every time-stamp', () => {
  const start = Date.UTC(2026, 2, 1)

  /** What is known after one time-stamp by a clock that is `ahead` ms ahead of the authority's, and what was logged. */
  async function compared(ahead: number) {
    const told: string[] = []
    const { timestamps } = await scene(() => new Date(start))
    const watched = watchingClock({ now: () => start + ahead, log: (line) => told.push(line) }, timestamps)
    expect(watched.clock()).toBeNull()
    await requestToken(watched.timestamps, Buffer.from('data'))
    return {
      offset: watched.clock()?.offsetMs ?? null,
      told,
      refuse: () => requireClock(watched.clock()),
      fault: clockFault(watched.clock()),
    }
  }

  test.each([
    [0, 0],
    [900, 0],
    [-700, -700],
    [3000, 2000],
    [-3000, -3000],
    [6 * minuteMs, 6 * minuteMs - 1000],
  ])('%i ms ahead is seen as %i', async (ahead, offset) => {
    expect((await compared(ahead)).offset).toBe(offset)
  })

  test('the operator hears of more than two seconds, and signing ends beyond five minutes', async () => {
    expect((await compared(1500)).told).toEqual([])
    expect((await compared(4000)).told).toEqual(["this clock is 3.0 s ahead of the time-stamping authority's"])
    expect((await compared(-4000)).told).toEqual(["this clock is 4.0 s behind the time-stamping authority's"])
    const faults = await Promise.all([0, 4000, 6 * minuteMs].map(async (ahead) => (await compared(ahead)).fault))
    expect(faults).toEqual([null, 'off', 'wrong'])
    expect((await compared(4 * minuteMs)).refuse).not.toThrow()
    expect((await compared(6 * minuteMs)).refuse).toThrow('service/unavailable')
    expect((await compared(-6 * minuteMs)).refuse).toThrow('service/unavailable')
  })

  test('an answer that holds no time-stamp says nothing of the clock', async () => {
    const watched = watchingClock({ now: () => start, log: () => {} }, async () => Buffer.from('garbage'))
    await watched.timestamps(Buffer.alloc(0))
    expect(watched.clock()).toBeNull()
  })

  test('an old comparison is none', async () => {
    let now = start + 10 * minuteMs
    const { timestamps } = await scene(() => new Date(start))
    const watched = watchingClock({ now: () => now, log: () => {} }, timestamps)
    await requestToken(watched.timestamps, Buffer.from('data'))
    now += dayMs
    expect(watched.clock()).toBeNull()
  })
})

describe('with a time-stamping authority elsewhere', () => {
  /** How far the authority's clock is from the true one, and what else is wrong with it. */
  let shift = 0
  let mood: 'well' | 'silent' | 'garbage' = 'well'
  const offset = { ms: 0 }
  let tsa: AuthorityElsewhere
  let server: TestServer
  let launcher: Player
  let wang: Player

  beforeAll(async () => {
    tsa = await authorityElsewhere(
      () => scene(() => new Date(Date.now() + offset.ms + shift)),
      async (asked) => {
        if (mood === 'silent') return null
        return mood === 'garbage' ? { type: 'application/timestamp-reply', body: 'garbage' } : timestampReply(asked)
      },
    )
    const env = { MOQI_TSA_URL: `${tsa.at}/`, MOQI_TRUSTED_ROOTS: tsa.roots }
    server = await testServer({ now: () => Date.now() + offset.ms }, env)
    launcher = await player(server, jing.phone, 'person')
    wang = await player(server, '13800000001', 'person')
  })
  afterAll(async () => {
    await server.close()
    tsa.close()
  })
  beforeEach(() => {
    shift = 0
    mood = 'well'
    // Neither code nor authority rests.
    offset.ms += 2 * minuteMs
  })

  const wangSigns = () => sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const stopped = { code: 503, message: '服务器时间有误，暂停签署，请稍后再试' }

  test('nothing is signed while the clocks differ by more than five minutes, and it is signed once they agree', async () => {
    const { taskId } = await wangSigns()
    shift = 6 * minuteMs
    expect(await signNow(server, wang, taskId)).toMatchObject(stopped)
    // What is known holds when the authority falls silent.
    mood = 'silent'
    offset.ms += 2 * minuteMs
    expect(await signNow(server, wang, taskId)).toMatchObject(stopped)
    expect(server.deps.authority.clock()?.offsetMs).toBeLessThan(-5 * minuteMs)
    ;[mood, shift] = ['well', 3000]
    offset.ms += 2 * minuteMs
    expect((await signNow(server, wang, taskId)).code).toBe(200)
  })

  test('a contract is launched although the authority answers garbage, and awaits its time-stamp', async () => {
    mood = 'garbage'
    const { signId } = await wangSigns()
    const { data } = await server.call('getSignDetailInfo', { signId }, launcher)
    expect(data.tagArray).toEqual(['timestamping'])
  })
})

test('what is signed by a clock that was set back is valid: certificates hold from before they were made', async () => {
  const offset = { ms: 0 }
  const server = await testServer({ now: () => Date.now() + offset.ms })
  try {
    offset.ms = -0.9 * dayMs
    const launcher = await player(server, jing.phone, 'person')
    const wang = await player(server, '13800000001', 'person')
    const { taskId } = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
    expect((await signNow(server, wang, taskId)).code).toBe(200)
    const { verdict, reasonArray } = await judgedDocument(server, launcher, taskId)
    expect([verdict, reasonArray.filter(({ severity }) => severity === 'warning')]).toEqual(['valid', []])
  } finally {
    await server.close()
  }
})
