import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, openClient } from '../scripts/demo/api-client.ts'
import { nextCode, readOutbox } from '../scripts/demo/outbox.ts'
import { type Asking, post } from './http-call.ts'

/** A real-named person, signed in, with a seal. */
export type Person = {
  name: string
  phone: string
  asking: Asking
  client: Client
  sealId: string
}

const family = ['赵', '钱', '孙', '李', '周', '吴', '郑', '王']
const given = ['签', '订', '立', '约', '守', '信', '明', '诚']
const sealLimitMs = 30_000

/** Makes new people, at most 64, through the public calls, each from an address of its own. */
export function makePeople(baseUrl: string, count: number): Promise<Person[]> {
  const series = randomInt(10 ** 6)
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const phone = `137${String(series).padStart(6, '0')}${String(index).padStart(2, '0')}`
      const name = `${family[index % family.length]}${given[Math.floor(index / family.length)]}`
      return makePerson(baseUrl, name, phone, `10.${index}.${series % 250}.${(series >> 8) % 250}`)
    }),
  )
}

async function makePerson(baseUrl: string, name: string, phone: string, address: string): Promise<Person> {
  const { captchaId } = await post(baseUrl, 'getCaptchaImage', {}, { address })
  const [captcha] = await readOutbox(baseUrl, captchaId)
  const before = await readOutbox(baseUrl, phone)
  await post(baseUrl, 'getVerificationCode', { phone, captchaId, captchaCode: captcha?.body ?? '' }, { address })
  const smsCode = await nextCode(baseUrl, phone, before)
  const { token } = await post(baseUrl, 'loginByVerificationCode', { phone, smsCode, rememberMe: 1 }, { address })
  const session = { token, address }
  await post(
    baseUrl,
    'submitPersonAuth',
    { realName: name, idNumber: identityNumber(), agree: 1, certificateAgree: 1 },
    session,
  )
  const { spaceInfoArray } = await post(baseUrl, 'getUserSpaceInfo', {}, session)
  const asking = { ...session, tenantId: spaceInfoArray[0]?.tenantId ?? '' }
  const client = openClient(baseUrl, asking.token, asking.tenantId)
  return { name, phone, asking, client, sealId: await firstSeal(client) }
}

/** A job makes it. */
async function firstSeal(client: Client): Promise<string> {
  for (const until = Date.now() + sealLimitMs; Date.now() < until; await pause(100)) {
    const { sealInfoArray } = await client.call('userSeals', {})
    const [seal] = sealInfoArray
    if (seal) return seal.sealId
  }
  throw new Error('a person has no seal')
}

/** A well-formed number that belongs to nobody we know (GB 11643-1999 §4). */
function identityNumber(): string {
  const digits = `110101199001${String(randomInt(1, 29)).padStart(2, '0')}${String(randomInt(1000)).padStart(3, '0')}`
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
  const sum = weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0)
  return `${digits}${'10X98765432'[sum % 11]}`
}

/** Proves a person's will to sign these entries, for which no code was sent in the last minute. */
export async function proveWill(baseUrl: string, person: Person, signIds: string[]): Promise<string> {
  const before = await readOutbox(baseUrl, person.phone)
  await post(baseUrl, 'getSmsVerificationCode', { scene: 'sign', signIds }, person.asking)
  const smsCode = await nextCode(baseUrl, person.phone, before)
  const proof = await post(baseUrl, 'getAuthTokenBySmsVerificationCode', { signIds, smsCode }, person.asking)
  return proof.authToken
}
