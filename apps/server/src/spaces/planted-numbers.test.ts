import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLog } from '#src/platform/operation/open-log.ts'
import { embeddedIdentityGateway, type IdentityVerdict } from '#src/platform/gateways/identity/identity-gateway.ts'
import { codesSent } from '#src/testing/codes.ts'
import { exported, linkTo, ordered } from '#src/testing/export-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { tablesThatHold } from '#src/testing/owner-query.ts'
import { speakingTo, testServer, type TestServer } from '#src/testing/test-server.ts'

const consents = { agree: 1, certificateAgree: 1 } as const
const cards = ['4111111111111111', '6222020000000000018']
const pins = ['730519', '826047', '940263', '581904']
/** What the gateway makes of each number: it may fall over with all it was told in its mouth. */
const becomes = [
  'passed',
  'failed',
  'pending',
  'breaks',
  'passed',
  'failed',
  'pending',
  'breaks',
  'failed',
  'breaks',
] as const
const said: string[] = []
const planted: string[] = []
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

/** An identity number of its own, valid by GB 11643. */
function idNumber(sequence: number): string {
  const body = `11010119860314${String(700 + sequence)}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, at) => total + weight * Number(body[at]), 0)
  return body + String('10X98765432'[sum % 11])
}

const verdictOf = new Map<string, (typeof becomes)[number]>(becomes.map((verdict, at) => [idNumber(at), verdict]))

beforeAll(async () => {
  const opened = await testServer({
    now: () => clock,
    log: openLog({ write: (line) => void said.push(line) }),
    identity: {
      ...embeddedIdentityGateway,
      async checkPerson(person): Promise<IdentityVerdict> {
        const is = verdictOf.get(person.idNumber) ?? 'passed'
        if (is === 'breaks') throw new TypeError(`no answer to ${JSON.stringify(person)}`)
        return is === 'failed' ? { is, reason: '姓名与身份证号不一致' } : { is }
      },
    },
  })
  // Everything that is answered is kept, but to those who ask the demo's outbox.
  const heard: TestServer['app']['inject'] = Object.assign(
    async (...asked: Parameters<TestServer['app']['inject']>) => {
      const response = await Reflect.apply(opened.app.inject, opened.app, asked)
      if (!JSON.stringify(asked).includes('/demo/outbox')) said.push(response.payload)
      return response
    },
  )
  server = { ...opened, ...speakingTo({ ...opened, app: { ...opened.app, inject: heard } }), close: opened.close }
})
afterAll(() => server.close())

/** A code to the own phone for setting the PIN, which is planted too. */
async function pinCode(who: Player): Promise<string> {
  const before = await codesSent(server, { phone: who.phone, scene: 'pin', count: 0 })
  await server.call('getSmsVerificationCode', { scene: 'pin' }, who)
  const [code = ''] = await codesSent(server, { phone: who.phone, scene: 'pin', count: before.length + 1 })
  return code
}

test('twenty planted numbers, codes and PINs are in no table, log, answer or export, whatever became of them', async () => {
  const whole = await player(server, '13800000002', 'company')
  const people: Player[] = []
  for (const [at, verdict] of becomes.entries()) {
    const who = await newcomer(server, `1360000100${at}`)
    people.push(who)
    const input = { realName: '钟繇', idNumber: idNumber(at), authWay: 'fourFactors', ...consents } as const
    const answer = await server.call('submitPersonAuth', { ...input, bankCard: String(cards[at % 2]) }, who)
    expect([verdict, answer.status]).toEqual([verdict, verdict === 'breaks' ? answer.status : 200])
    planted.push(idNumber(at))
  }
  planted.push(...cards)
  for (const [at, pin] of pins.entries()) {
    const who = people[at < 2 ? 0 : 4]
    if (!who) throw new Error('nobody passed')
    clock += 61_000
    const smsCode = await pinCode(who)
    const set = await server.call('setPin', { pin, smsCode }, who)
    expect([set.code, set.message]).toEqual([200, expect.anything()])
    planted.push(pin, smsCode)
  }
  expect(new Set(planted).size).toBe(20)
  for (const who of people) said.push((await server.blob('exportAccount', {}, who)).bytes.toString())
  const exportId = await ordered(server, whole)
  await exported(server, whole)
  const link = await linkTo(server, whole, exportId)
  const archive = (await server.blob('downloadCompanyExport', { link })).bytes.toString('latin1')
  said.push(archive)

  // The search finds what is there: in the answers, the log, the archive and the tables.
  const all = said.join('\n')
  expect(all).toContain('13600001000')
  expect(all).toContain('TypeError')
  expect(archive.includes('138****0003')).toBe(true)
  expect(await tablesThatHold(server, '13600001000')).toContain('public.account')
  const told = planted.filter((text) => new RegExp(`(?<![0-9A-Za-z])${text}(?![0-9A-Za-z])`).test(all))
  expect(told).toEqual([])
  for (const text of planted) {
    const held = await tablesThatHold(server, text)
    // The demo's outbox stands for the phones that codes are sent to.
    expect([text, held.filter((name) => name !== 'public.outbox_message')]).toEqual([text, []])
  }
})
