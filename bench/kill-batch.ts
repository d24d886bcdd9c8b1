import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { post } from './http-call.ts'
import { openSeries } from './kill-series.ts'
import { judge, type SharedFaults } from './judge-shared.ts'
import { proveWill } from './people-by-code.ts'
import { onServer, type ServerProcess } from './server-process.ts'
import type { SharedContract } from './shared-contract.ts'
import { fillQuota } from './template-batch.ts'

/** What `times` kills did; `acknowledged` are signatures that the repeat of a whole batch answered for. */
type BatchReport = SharedFaults & { fault: 'kill batch'; times: number; acknowledged: number }

const perBatch = 8

/**
 * Kills the server (SIGKILL) at a random moment while somebody signs eight contracts with one proof of will, `times`
 * times; asks again with the same key after the restart, which goes on where the first was cut off, and judges every
 * document.
 */
export async function killBatch(times: number, tell: (line: string) => void): Promise<BatchReport> {
  const report: BatchReport = { fault: 'kill batch', times, acknowledged: 0, lost: 0, doubled: 0, invalid: 0 }
  // Follows how long a batch takes here, so that kills fall into it.
  const moment = { spanMs: 400 }
  return onServer(async (server) => {
    await fillQuota(server)
    for (let done = 1; done <= times; done++) tell(`${done}/${times} ${await killOnce(server, report, moment)}`)
    return report
  })
}

async function killOnce(server: ServerProcess, report: BatchReport, moment: { spanMs: number }): Promise<string> {
  const { baseUrl } = server
  const series = await openSeries(baseUrl, perBatch)
  const asks = series.contracts.flatMap(({ asks: [first] }) => first ?? [])
  const [one] = asks
  if (!one) throw new Error('nobody signs')
  const { person } = one
  const signIds = asks.map(({ signId }) => signId)
  const authToken = await proveWill(baseUrl, person, signIds)
  const signArray = asks.map(({ signId, positionId }) => ({
    signId,
    positionArray: [{ positionId, sealId: person.sealId }],
  }))
  const key = randomUUID()
  const ask = () => post(baseUrl, 'signBatchProcessPosition', { signArray, authToken }, { ...person.asking, key })
  const cut = ask().then(
    () => false,
    () => true,
  )
  const delay = Math.random() * moment.spanMs
  await pause(delay)
  await server.end('SIGKILL')
  const wasCut = await cut
  moment.spanMs *= wasCut ? 1.2 : 0.8
  await server.start()
  const stored = await signedNow(series.contracts, series.initiator)
  const answer = await ask()
  if (answer.successNumber !== perBatch) report.lost += perBatch - answer.successNumber
  report.acknowledged += answer.successNumber
  for (const [index, contract] of series.contracts.entries()) {
    const own = asks[index]
    await judge(server, series, contract, { report, acknowledged: new Set(own ? [own] : []) })
  }
  return `killed after ${delay.toFixed(0)} ms, ${wasCut ? 'in the middle' : 'too late'}: ${stored} stored, then all`
}

/** How many of the contracts the first party has signed. */
async function signedNow(
  contracts: readonly SharedContract[],
  initiator: Awaited<ReturnType<typeof openSeries>>['initiator'],
): Promise<number> {
  const details = await Promise.all(contracts.map(({ signId }) => initiator.call('getSignDetailInfo', { signId })))
  return details.filter(({ signerArray }) => signerArray[0]?.signerStatus === 'signed').length
}
