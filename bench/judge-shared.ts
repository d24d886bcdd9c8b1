import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fromPem } from '@moqi/trust/certificates/pem'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import type { Series } from './kill-series.ts'
import type { ServerProcess } from './server-process.ts'
import type { Ask, SharedContract } from './shared-contract.ts'

/**
 * Of all signatures: how many acknowledged ones are not in their document, stand there twice, or stand in a document
 * that does not verify or belies the party's state. Each has to be 0.
 */
export type SharedFaults = { lost: number; doubled: number; invalid: number }

/** Compares the document with what was acknowledged and with the parties' states; answers how many have signed. */
export async function judge(
  { dataDir }: ServerProcess,
  { initiator: client }: Series,
  { signId, fileId, asks }: SharedContract,
  { report, acknowledged }: { report: SharedFaults; acknowledged: ReadonlySet<Ask> },
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
