import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { initiator } from '../../scripts/demo/cast.ts'
import { readOutbox } from '../../scripts/demo/outbox.ts'
import { signIn } from '../../scripts/demo/sign-in.ts'
import { post } from '../http-call.ts'
import { onServer, type ServerProcess } from '../server-process.ts'
import { type CarrierMood, type CarrierPlayer, playCarrier } from './carrier-player.ts'

/**
 * What a carrier's faults did to codes for signing in: asked for and acknowledged, never come (`lost`), accepted more
 * than once (`doubled`), refused although they came (`invalid`); the longest and the median time (ms) from the end of
 * the fault until the last code of a round had come. `noted`: SMS that were handed over again, since the carrier had
 * not said that it took them, and how long signing in by password took meanwhile and otherwise (ms, the slowest of 20).
 */
export type SmsReport = {
  fault: 'sms'
  times: number
  acknowledged: number
  lost: number
  doubled: number
  invalid: number
  backMs: number
  medianBackMs: number
  noted: Record<string, number>
}

const moods: CarrierMood[] = ['hang', 'down', 'busy', 'garbage', 'takes it and says nothing', 'takes it twice']
const askers = 8
/** How many try one code at once. */
const racers = 50
const logins = 20
const faultMs = 9000
const arriveMs = 120_000

type Round = { server: ServerProcess; carrier: CarrierPlayer; report: SmsReport; mood: CarrierMood }

/**
 * Has the carrier hang, refuse, answer garbage, say nothing of what it took, and take things twice, in turns, while
 * eight strangers ask for codes and others sign in by password; then everybody's code is tried fifty times at once.
 */
export async function spoilSms(times: number, tell: (line: string) => void): Promise<SmsReport> {
  const carrier = await playCarrier()
  const report: SmsReport = {
    fault: 'sms',
    times,
    acknowledged: 0,
    lost: 0,
    doubled: 0,
    invalid: 0,
    backMs: 0,
    medianBackMs: 0,
    noted: {},
  }
  const back: number[] = []
  try {
    return await onServer(async (server) => {
      report.noted['password, carrier well'] = await slowestLogin(server)
      for (let done = 0; done < times; done++) {
        const mood = moods[done % moods.length] ?? 'hang'
        back.push(await once({ server, carrier, report, mood }))
        tell(`${done + 1}/${times} ${mood}: the last code came after ${back.at(-1)} ms`)
      }
      back.sort((a, b) => a - b)
      return { ...report, backMs: back.at(-1) ?? 0, medianBackMs: back[back.length >> 1] ?? 0 }
    }, carrier.settings)
  } finally {
    carrier.close()
  }
}

async function once({ server, carrier, report, mood }: Round): Promise<number> {
  const { baseUrl } = server
  const series = randomInt(10 ** 6)
  const phones = Array.from({ length: askers }, (_, index) => `136${String(series).padStart(6, '0')}0${index}`)
  const before = carrier.taken.length
  carrier.become(mood)
  const askedAt = performance.now()
  await Promise.all(phones.map((phone, index) => askCode(baseUrl, phone, `10.${index}.${series % 250}.7`)))
  report.acknowledged += phones.length
  const slowest = await slowestLogin(server)
  report.noted['password, meanwhile'] = Math.max(slowest, report.noted['password, meanwhile'] ?? 0)
  await pause(Math.max(0, faultMs - (performance.now() - askedAt)))
  carrier.become('well')
  const over = performance.now()
  const came = () => carrier.taken.slice(before)
  for (; phones.some((phone) => !came().some((sms) => sms.phone === phone)); await pause(50)) {
    if (performance.now() - over > arriveMs) break
  }
  const took = Math.round(performance.now() - over)
  for (const [index, phone] of phones.entries()) {
    const own = came().filter((sms) => sms.phone === phone)
    const [sms] = own
    if (!sms) report.lost += 1
    else await tryCode(server, report, { phone, code: sms.code, address: `10.9.${index}.${series % 250}` })
    const again = own.length - 1 - (mood === 'takes it twice' ? 1 : 0)
    report.noted['handed over again'] = (report.noted['handed over again'] ?? 0) + Math.max(0, again)
  }
  return took
}

async function askCode(baseUrl: string, phone: string, address: string): Promise<void> {
  const { captchaId } = await post(baseUrl, 'getCaptchaImage', {}, { address })
  const [captcha] = await readOutbox(baseUrl, captchaId)
  await post(baseUrl, 'getVerificationCode', { phone, captchaId, captchaCode: captcha?.body ?? '' }, { address })
}

async function tryCode(
  { baseUrl }: ServerProcess,
  report: SmsReport,
  { phone, code, address }: { phone: string; code: string; address: string },
): Promise<void> {
  const asked = Array.from({ length: racers }, () =>
    post(baseUrl, 'loginByVerificationCode', { phone, smsCode: code, rememberMe: 1 }, { address }).then(
      () => 1,
      () => 0,
    ),
  )
  const accepted = (await Promise.all<number>(asked)).reduce((sum, one) => sum + one, 0)
  if (accepted === 0) report.invalid += 1
  else report.doubled += accepted - 1
}

/** Of some, one after the other; ms. */
async function slowestLogin({ baseUrl }: ServerProcess): Promise<number> {
  let slowest = 0
  for (let made = 0; made < logins; made++) {
    const startedAt = performance.now()
    await signIn(baseUrl, initiator)
    slowest = Math.max(slowest, Math.round(performance.now() - startedAt))
  }
  return slowest
}
