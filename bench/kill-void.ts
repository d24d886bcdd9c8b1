import { dayMs } from '@moqi/domain/time/civil-date'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { initiator as launcher } from '../scripts/demo/cast.ts'
import type { Client } from '../scripts/demo/api-client.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { post } from './http-call.ts'
import { makePeople, type Person, proveWill } from './people-by-code.ts'
import { onServer, type ServerProcess } from './server-process.ts'
import { ownEntry, sendShared, type SharedContract } from './shared-contract.ts'

/**
 * What `times` kills did to contracts that are being voided: `torn` where agreement and original were not in step,
 * `doubled` where the agreement was signed twice by one party.
 */
export type VoidReport = { fault: 'kill void'; times: number; acknowledged: number; torn: number; doubled: number }

/** A phone gets one code a minute. */
const codeEveryMs = 61_000
/** A proof of will holds for five minutes (checklist C17), and each kill takes up to ten seconds of them. */
const perSeries = 15
const finishLimitMs = 60_000

/** An agreement that only its last party still has to sign. */
type LastStep = { original: SharedContract; agreement: string; ask: () => Promise<unknown> }

/**
 * Kills the server (SIGKILL) at a random moment while the last party signs the agreement that voids a contract,
 * `times` times; both contracts have to be in step after the restart, and voided once it is signed.
 */
export async function killVoid(times: number, tell: (line: string) => void): Promise<VoidReport> {
  const report: VoidReport = { fault: 'kill void', times, acknowledged: 0, torn: 0, doubled: 0 }
  return onServer(async (server) => {
    const initiator = await signIn(server.baseUrl, launcher)
    for (let done = 0; done < times;) {
      // Others each time: a phone gets five codes an hour, and a series takes two.
      const people = await makePeople(server.baseUrl, 2)
      const steps = await openAgreements(server.baseUrl, initiator, people, Math.min(perSeries, times - done))
      for (const step of steps) tell(`${++done}/${times} ${await killOnce(server, initiator, step, report)}`)
    }
    return report
  })
}

async function openAgreements(
  baseUrl: string,
  initiator: Client,
  people: readonly Person[],
  count: number,
): Promise<LastStep[]> {
  const originals: SharedContract[] = []
  for (let made = 0; made < count; made++) originals.push(await sendShared(initiator, people))
  await signAll(baseUrl, people, originals)
  const agreements: string[] = []
  for (const { signId } of originals) {
    await reached(initiator, signId, 'finish')
    agreements.push(await sendAgreement(initiator, signId))
  }
  await pause(codeEveryMs)
  const steps = await Promise.all(
    people.map(async (person) => {
      const tasks = await Promise.all(agreements.map((signId) => initiator.call('getSignDetailInfo', { signId })))
      const signIds = await Promise.all(tasks.map(({ taskId }) => ownEntry(person.client, taskId)))
      const authToken = await proveWill(baseUrl, person, signIds)
      return signIds.map((signId) => ({
        key: randomUUID(),
        ask: (key: string) => sign(baseUrl, person, { signId, authToken, key }),
      }))
    }),
  )
  const [first = [], last = []] = steps
  for (const { ask, key } of first) await ask(key)
  return originals.map((original, index) => ({
    original,
    agreement: agreements[index] ?? '',
    ask: async () => last[index]?.ask(last[index].key),
  }))
}

async function signAll(baseUrl: string, people: readonly Person[], contracts: readonly SharedContract[]) {
  for (const person of people) {
    const asks = contracts.flatMap((contract) => contract.asks.filter((ask) => ask.person === person))
    const signIds = asks.map(({ signId }) => signId)
    const authToken = await proveWill(baseUrl, person, signIds)
    for (const { signId, key } of asks) await sign(baseUrl, person, { signId, authToken, key })
  }
}

async function sign(
  baseUrl: string,
  person: Person,
  { signId, authToken, key }: { signId: string; authToken: string; key: string },
): Promise<void> {
  const { positionArray } = await person.client.call('getSignDetailInfo', { signId })
  const chosen = positionArray.map(({ positionId, positionType }) =>
    positionType === 'personSign' ? { positionId, sealId: person.sealId } : { positionId },
  )
  await post(baseUrl, 'sign', { signId, authToken, positionArray: chosen }, { ...person.asking, key })
}

async function sendAgreement(initiator: Client, original: string): Promise<string> {
  const { signId } = await initiator.call('voidTask', { signId: original })
  const { version } = await initiator.call('getRelieveInfo', { signId })
  await initiator.call('saveTaskRelieve', {
    signId,
    version,
    relieveReason: 'wrongTerms',
    relieveRemark: '面积误写，另行签署。',
    feeSettlement: '无',
    retainedTerms: '无',
    otherTerms: '',
    signExpireTime: Date.now() + 7 * dayMs,
  })
  await initiator.call('sendTask', { signId })
  return signId
}

async function killOnce(
  server: ServerProcess,
  initiator: Client,
  { original, agreement, ask }: LastStep,
  report: VoidReport,
): Promise<string> {
  const asked = ask().then(
    () => true,
    () => false,
  )
  const delay = Math.random() * 200
  await pause(delay)
  await server.end('SIGKILL')
  const acknowledged = await asked
  if (acknowledged) report.acknowledged += 1
  await server.start()
  if (!(await inStep(initiator, original.signId, agreement))) report.torn += 1
  if (!acknowledged) await ask()
  await reached(initiator, agreement, 'finish')
  await reached(initiator, original.signId, 'cancel')
  const { logArray } = await initiator.call('getSignDetailInfo', { signId: agreement })
  if (logArray.filter(({ verb }) => verb === 'sign').length !== 2) report.doubled += 1
  return `killed after ${delay.toFixed(0)} ms, ${acknowledged ? 'acknowledged' : 'not heard'}, then voided`
}

/** Whether the original is voided exactly when its agreement is signed by all. */
async function inStep(initiator: Client, original: string, agreement: string): Promise<boolean> {
  const [first, second] = await Promise.all(
    [original, agreement].map((signId) => initiator.call('getSignDetailInfo', { signId })),
  )
  const agreed = second?.signerArray.every(({ signerStatus }) => signerStatus === 'signed')
  return agreed === (first?.status === 'cancel')
}

async function reached(initiator: Client, signId: string, wanted: string): Promise<void> {
  let status = ''
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(100)) {
    status = (await initiator.call('getSignDetailInfo', { signId })).status
    if (status === wanted) return
  }
  throw new Error(`${status} instead of ${wanted}`)
}
