import { setTimeout as pause } from 'node:timers/promises'
import { judgeContract, type RaceFaults } from './judge-race.ts'
import { type Acknowledged, openRaces, type RaceContract } from './race-contracts.ts'
import { onServer } from './server-process.ts'

/** What `times` races did; every number of `faults` has to be 0. */
export type RaceReport = {
  fault: 'race'
  times: number
  parties: number
  finished: number
  recalled: number
  /** Contracts whose application was withdrawn before it was agreed to. */
  withdrawn: number
  faults: RaceFaults
}

/** What is thrown in while everybody signs; the kinds take turns. */
const disturbances = ['none', 'recall', 'withdraw'] as const
type Disturbance = (typeof disturbances)[number]

const settleLimitMs = 180_000

/**
 * Has all of a contract's parties sign at the same moment, each twice, `times` times: by turns side by side and in
 * order, left alone, recalled by its initiator, or its application for a seal withdrawn, while the approver agrees.
 * Judges states, log, messages and every file afterwards, by other programs as well. Throws when a contract neither
 * finishes nor stands still.
 */
export async function raceSigning(
  { times, parties }: { times: number; parties: number },
  tell: (line: string) => void,
): Promise<RaceReport> {
  const report: RaceReport = {
    fault: 'race',
    times,
    parties,
    finished: 0,
    recalled: 0,
    withdrawn: 0,
    faults: { doubled: 0, lost: 0, disordered: 0, completion: 0, afterEnd: 0, invalid: 0 },
  }
  return onServer(async (server) => {
    const races = await openRaces(server.baseUrl, { times, parties })
    for (const [index, contract] of races.contracts.entries()) {
      await races.keepProofs(index)
      const disturbance = disturbances[Math.floor(index / 2) % disturbances.length] ?? 'none'
      const acknowledged = await raceOnce(contract, disturbance)
      await races.settled(contract, settleLimitMs)
      const { status } = await judgeContract(server, races, contract, { acknowledged, faults: report.faults })
      if (status === 'finish') report.finished += 1
      if (status === 'recall') report.recalled += 1
      if (acknowledged.withdrawn) report.withdrawn += 1
      const order = contract.ordered ? 'in order' : 'side by side'
      tell(`${index + 1}/${times} ${order}, ${disturbance}: ${acknowledged.signers.size} acknowledged, ${status}`)
    }
    return report
  })
}

async function raceOnce(contract: RaceContract, disturbance: Disturbance): Promise<Acknowledged> {
  const acknowledged: Acknowledged = { signers: new Set(), recalled: false, withdrawn: false }
  const over = { now: false }
  const { runners, approve, withdraw, recall } = contract
  const signing = runners.flatMap((runner) => {
    const once = async () => {
      // Out of turn, or asked a second time: refused; in order everybody asks until the contract has come to them.
      while (!over.now && !acknowledged.signers.has(runner)) {
        if (await runner.sign()) acknowledged.signers.add(runner)
        else await pause(50 + Math.random() * 250)
      }
    }
    return [once(), once()]
  })
  const moment = () => pause(Math.random() * 40 * runners.length)
  const agreed = approve()
  if (disturbance === 'withdraw') {
    acknowledged.withdrawn = await withdraw()
    // What was signed before the withdrawn seal stays; in order nobody else has a turn.
    await moment()
    over.now = true
  }
  if (disturbance === 'recall') {
    await moment()
    acknowledged.recalled = await recall()
    over.now = acknowledged.recalled
  }
  const stopped = pause(settleLimitMs, null, { ref: false }).then(() => void (over.now = true))
  await Promise.race([Promise.all(signing), stopped])
  await Promise.all([agreed, ...signing])
  return acknowledged
}
