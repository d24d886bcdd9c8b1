import { setTimeout as pause } from 'node:timers/promises'
import { openRaces, type RaceContract, type Races } from './race-contracts.ts'
import { onServer, type ServerProcess } from './server-process.ts'

/**
 * What `times` kills did to approved applications: `acknowledged` agreements, of which `lost` were not stamped after
 * the restart; `doubled` were stamped twice.
 */
export type ApprovalReport = {
  fault: 'kill approval'
  times: number
  acknowledged: number
  lost: number
  doubled: number
}

/** As many as can be applied for with one proof of will. */
const perSeries = 20
const stampLimitMs = 60_000

/**
 * Kills the server (SIGKILL) at a random moment after an approver has agreed to the use of a seal, `times` times;
 * agrees again after the restart where the first was not heard, and waits for the stamp.
 */
export async function killApproval(times: number, tell: (line: string) => void): Promise<ApprovalReport> {
  const report: ApprovalReport = { fault: 'kill approval', times, acknowledged: 0, lost: 0, doubled: 0 }
  return onServer(async (server) => {
    for (let done = 0; done < times;) {
      const races = await openRaces(server.baseUrl, { times: Math.min(perSeries, times - done), parties: 2 })
      for (const [index, contract] of races.contracts.entries()) {
        await races.keepProofs(index)
        tell(`${++done}/${times} ${await killOnce(server, races, contract, report)}`)
      }
    }
    return report
  })
}

async function killOnce(
  server: ServerProcess,
  { initiator }: Races,
  { signId, approve }: RaceContract,
  report: ApprovalReport,
): Promise<string> {
  const agreed = approve().catch(() => false)
  // The stamp follows the answer within a few tens of ms.
  const delay = Math.random() * 120
  await pause(delay)
  await server.end('SIGKILL')
  const acknowledged = await agreed
  if (acknowledged) report.acknowledged += 1
  await server.start()
  if (!acknowledged) await approve()
  const stamps = async () =>
    (await initiator.call('getSignDetailInfo', { signId })).logArray.filter(({ verb }) => verb === 'sign').length
  let count = 0
  for (const until = Date.now() + stampLimitMs; count === 0 && Date.now() < until; await pause(100)) {
    count = await stamps()
  }
  if (count === 0) report.lost += 1
  // What the job did before the kill must not be done again by its repeat.
  await pause(500)
  if ((await stamps()) > 1) report.doubled += 1
  return `killed after ${delay.toFixed(0)} ms, ${acknowledged ? 'acknowledged' : 'not heard'}, then ${count} stamped`
}
