import { setTimeout as pause } from 'node:timers/promises'
import type { SignatureVerdict } from '@moqi/verify/verdict'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { isSound } from './is-sound.ts'
import type { Series } from './kill-series.ts'
import type { ServerProcess } from './server-process.ts'
import type { Ask, SharedContract } from './shared-contract.ts'

/**
 * Of all signatures: how many acknowledged ones are not in their document, stand there twice, or stand in a document
 * that does not verify or belies the party's state. Each has to be 0.
 */
export type SharedFaults = { lost: number; doubled: number; invalid: number }

/** `patience`: how long a document may wait for its time-stamp (ms), or that its contract is open and it may. */
type Judging = { report: SharedFaults; acknowledged: ReadonlySet<Ask>; patience?: Patience }
type Patience = number | 'while open'

/** A request that was cut off may still be at work: what does not agree is looked at again after so long. */
const againMs = 500
const looks = 4

/** Compares the document with what was acknowledged and with the parties' states; answers how many have signed. */
export async function judge(
  server: Pick<ServerProcess, 'trustedRoots'>,
  series: Pick<Series, 'initiator'>,
  contract: SharedContract,
  { report, ...judging }: Judging,
): Promise<number> {
  for (let look = 1; ; look++) {
    const { stored, ...faults } = await lookedAt(server, series, contract, judging)
    if (look < looks && faults.lost + faults.doubled + faults.invalid > 0) {
      await pause(againMs)
      continue
    }
    report.lost += faults.lost
    report.doubled += faults.doubled
    report.invalid += faults.invalid
    return stored
  }
}

async function lookedAt(
  server: Pick<ServerProcess, 'trustedRoots'>,
  series: Pick<Series, 'initiator'>,
  { signId, fileId, asks }: SharedContract,
  { acknowledged, patience = 0 }: Omit<Judging, 'report'>,
): Promise<SharedFaults & { stored: number }> {
  const found = { lost: 0, doubled: 0, invalid: 0, stored: 0 }
  const signatures = await signaturesOf(server, series, { signId, fileId, patience })
  const { signerArray } = await series.initiator.call('getSignDetailInfo', { signId })
  if (!signatures.isValid) found.invalid += 1
  for (const [index, ask] of asks.entries()) {
    const count = signatures.names.filter((name) => name === ask.person.name).length
    const signed = signerArray[index]?.signerStatus === 'signed'
    if (acknowledged.has(ask) && count === 0) found.lost += 1
    if (count > 1) found.doubled += 1
    if (signed !== count > 0) found.invalid += 1
    if (count > 0) found.stored += 1
  }
  return found
}

type Judged = { signId: string; fileId: string; patience: Patience }

/** Whose signatures a document bears, and whether it is valid, or became so before the patience ended. */
async function signaturesOf(
  { trustedRoots }: Pick<ServerProcess, 'trustedRoots'>,
  { initiator }: Pick<Series, 'initiator'>,
  { signId, fileId, patience }: Judged,
): Promise<{ isValid: boolean; names: string[] }> {
  const roots = trustedRoots()
  const until = patience === 'while open' ? 0 : Date.now() + patience
  for (;;) {
    const bytes = await initiator.download('fileContent', { fileId, signId })
    const found = await verifyPdf(bytes, { trustedRoots: roots, ownRoots: roots, now: new Date() })
    const names = found.signatureArray.map(({ signerName }) => signerName)
    const isAwaiting = found.verdict === 'indeterminate' && found.signatureArray.some(awaitsTimestamp)
    if (!isAwaiting) return { isValid: isSound(found), names }
    if (patience === 'while open' || Date.now() > until) return { isValid: patience === 'while open', names }
    await pause(500)
  }
}

const awaitsTimestamp = ({ reasonArray }: SignatureVerdict) =>
  reasonArray.some(({ code }) => code === 'timestamp-awaited')
