import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fromPem } from '@moqi/trust/certificates/pem'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { initiator } from '../scripts/demo/cast.ts'
import { readOutbox } from '../scripts/demo/outbox.ts'
import { openSeries, type Series } from './kill-series.ts'
import { onServer, type ServerProcess } from './server-process.ts'
import type { Ask, SharedContract } from './shared-contract.ts'

/**
 * What `times` kills did: signatures acknowledged before a kill, and of all signatures how many acknowledged ones were
 * not in their document, stood there twice, or stood in a document that does not verify or belies the party's state.
 */
export type KillReport = {
  fault: 'kill'
  times: number
  acknowledged: number
  lost: number
  doubled: number
  invalid: number
}

/** A contract prepared too long ago has no proof of will any more. */
const perSeries = 20
const finishLimitMs = 60_000

/**
 * Kills the server (SIGKILL) at a random moment while eight people sign one contract, `times` times, each time on the
 * same data; judges every document after the restart, and again after all have signed. Throws when the server leaves
 * processes behind, does not come back, a contract cannot be finished, or its initiator is not told.
 */
export async function killServer(times: number, tell: (line: string) => void): Promise<KillReport> {
  const report: KillReport = { fault: 'kill', times, acknowledged: 0, lost: 0, doubled: 0, invalid: 0 }
  // Follows how long eight signatures take here, so that kills fall among them.
  const moment = { spanMs: 400 }
  return onServer(async (server) => {
    for (let done = 0; done < times;) {
      const series = await openSeries(server.baseUrl, Math.min(perSeries, times - done))
      for (const [index, contract] of series.contracts.entries()) {
        await series.keepProofs(index)
        tell(`${++done}/${times} ${await killOnce(server, series, contract, { report, moment })}`)
      }
      await told(server, series)
    }
    return report
  })
}

async function killOnce(
  server: ServerProcess,
  series: Series,
  contract: SharedContract,
  { report, moment }: { report: KillReport; moment: { spanMs: number } },
): Promise<string> {
  const acknowledged = new Set<Ask>()
  const asked = contract.asks.map((ask) =>
    series.sign(ask).then(
      () => void acknowledged.add(ask),
      () => {},
    ),
  )
  const delay = Math.random() * moment.spanMs
  await pause(delay)
  await server.end('SIGKILL')
  await Promise.all(asked)
  const before = acknowledged.size
  moment.spanMs *= before === contract.asks.length ? 0.8 : before === 0 ? 1.2 : 1
  await server.start()
  report.acknowledged += before
  const stored = await judge(server, series, contract, { report, acknowledged })
  for (const ask of contract.asks) {
    if (!acknowledged.has(ask)) await series.sign(ask).then(() => acknowledged.add(ask))
  }
  await finished(series, contract)
  await judge(server, series, contract, { report, acknowledged })
  return `killed after ${delay.toFixed(0)} ms: ${before} acknowledged, ${stored} stored, finished afterwards`
}

/** Compares the document with what was acknowledged and with the parties' states; answers how many have signed. */
export async function judge(
  { dataDir }: ServerProcess,
  { initiator: client }: Series,
  { signId, fileId, asks }: SharedContract,
  {
    report,
    acknowledged,
  }: { report: Pick<KillReport, 'lost' | 'doubled' | 'invalid'>; acknowledged: ReadonlySet<Ask> },
): Promise<number> {
  const bytes = await client.download('fileContent', { fileId, signId })
  const trustedRoots = fromPem('CERTIFICATE', readFileSync(join(dataDir, 'ca', 'root.crt'), 'utf8'))
  const { verdict, signatureArray } = await verifyPdf(bytes, { trustedRoots, ownRoots: trustedRoots, now: new Date() })
  const { signerArray } = await client.call('getSignDetailInfo', { signId })
  if (verdict !== 'valid') report.invalid += 1
  let stored = 0
  for (const [index, ask] of asks.entries()) {
    const count = signatureArray.filter(({ signerName }) => signerName === ask.person.name).length
    const signed = signerArray[index]?.signerStatus === 'signed'
    if (acknowledged.has(ask) && count === 0) report.lost += 1
    if (count > 1) report.doubled += 1
    if (signed !== count > 0) report.invalid += 1
    if (count > 0) stored += 1
  }
  return stored
}

async function finished({ initiator: client }: Series, { signId }: SharedContract): Promise<void> {
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(100)) {
    const { status } = await client.call('getSignDetailInfo', { signId })
    if (status === 'finish') return
  }
  throw new Error('a contract that all have signed is not finished')
}

/** A kill may interrupt the job that verifies a finished contract and tells: the next server has to take it up. */
async function told({ baseUrl }: ServerProcess, { contracts }: Series): Promise<void> {
  const isTold = (bodies: string[]) =>
    contracts.every(({ signId }) => bodies.some((body) => body.includes(`/s/${signId.slice(0, 11)}`)))
  for (const until = Date.now() + finishLimitMs; Date.now() < until; await pause(200)) {
    const messages = await readOutbox(baseUrl, initiator.phone)
    if (isTold(messages.filter(({ scene }) => scene === 'finished').map(({ body }) => body))) return
  }
  throw new Error('nobody was told of a finished contract')
}
