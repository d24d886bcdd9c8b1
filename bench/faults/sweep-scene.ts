import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { uploadContract } from '../../scripts/demo/launch-contract.ts'
import { onServer } from '../server-process.ts'
import type { FaultScene, Strike } from '../survive.ts'
import { type FailCalls, failInDatabase, failInServer, type Sort } from './fail-calls.ts'

/** Calls of one sort that fail one after the other; `nth` goes up until a run is untouched. */
type Sweep = { whose: 'blobs' | 'database'; sort: Sort; nth: number }

const faultMs = 20_000
/** A finished contract is archived within that time. */
const archiveMs = 1500
const sample = readFileSync(join(import.meta.dirname, '../../samples/采购框架协议.pdf'))
const whoever = ['blobs', 'database'] as const
const sorts = ['fsync', 'write', 'rename'] as const

/**
 * The first, second, third … fsync, write and rename fails in the server as it stores blobs, then in each process of
 * the database, while eight people sign, a contract is archived and a file uploaded; until a run meets no failure.
 */
export const sweepScene = (): FaultScene => {
  const sweeps: Sweep[] = whoever.flatMap((whose) => sorts.map((sort) => ({ whose, sort, nth: 1 })))
  return {
    fault: 'sweep',
    isDone: () => sweeps.length === 0,
    async on(use) {
      const folder = mkdtempSync(join(tmpdir(), 'moqi-calls-'))
      const { settings, fail } = failInServer(join(folder, 'calls'))
      const ways = { blobs: fail, database: failInDatabase }
      const strike = async (struck: Strike) => {
        const [sweep] = sweeps
        if (!sweep) return
        const failed = await failing(struck, sweep, ways[sweep.whose])
        if (failed === 0) sweeps.shift()
        else sweep.nth += 1
      }
      try {
        return await onServer((server) => use(server, strike), settings)
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}

/** Answers how many calls failed. */
async function failing(strike: Strike, { whose, sort, nth }: Sweep, fail: FailCalls): Promise<number> {
  const { server, series, sign, note, over, afterwards } = strike
  const { stop } = await fail(server, sort, nth)
  const bytes = new Uint8Array(Buffer.concat([sample, Buffer.from(`\n% ${Math.random()}`)]))
  const uploading = uploadContract(series.initiator, { fileName: '新合同.pdf', bytes }).catch(() => null)
  await Promise.race([Promise.all([sign(), uploading]), pause(faultMs)])
  await pause(archiveMs)
  const failed = await stop()
  over()
  note(`${whose} ${sort}: runs`)
  note(`${whose} ${sort}: failed calls`, failed)
  const taken = await Promise.race([uploading, pause(0, null)])
  if (taken) afterwards(() => series.initiator.download('fileContent', { fileId: taken.fileId }))
  return failed
}
