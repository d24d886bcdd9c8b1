import type { Reason } from '@moqi/verify/reasons'
import { changeContracts } from '#src/cores/contract/change-contracts.ts'
import { system } from '#src/cores/contract/contract-job.ts'
import { noFacts } from '#src/cores/contract/contract-verb.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { tellFinished } from '#src/cores/contract/tell-finished.ts'
import type { VerifiedFile } from '#src/platform/workshop.ts'

/**
 * Rereads and verifies every file of a finished contract before anyone is told (invariant 5), those too who get a copy
 * at the end. Runs as a job: what does not verify is retried and logged, and no message goes out.
 */
export async function verifyFinished(deps: Deps, { tenantId, contractId }: { tenantId: string; contractId: string }) {
  const place = { homeTenantId: tenantId, contractId }
  const files = await deps.db.read(tenantId, async (home) => {
    const rows = await home
      .selectFrom('contract_file')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .select('file_id')
      .execute()
    return rows
  })
  for (const { file_id } of files) {
    const document = await deps.db.read(tenantId, (home) => readDocument(deps, home, tenantId, contractId, file_id))
    const verdict = await deps.workshop.verifyOwn(document.bytes)
    if (!standsForUs(verdict)) {
      const reasons = JSON.stringify(verdict.reasonArray)
      throw new Error(`finished contract ${contractId}, file ${file_id}: ${verdict.verdict} ${reasons}`)
    }
  }
  // Whoever leaves a mail address now finds the message told, or is found here.
  await changeContracts(deps, system, [place], {
    facts: noFacts,
    decide: ([{ contract }]) => ({ changes: [contract.has_cc ? { copies: 'finish' } : {}], answer: () => null }),
    writing: () => ({ write: (tx, { after }) => tellFinished(deps, tx, after) }),
  })
}

/**
 * Whether a finished file is as sound as we can vouch for: nothing in it is invalid, every signature of ours is valid,
 * and what is uncertain belongs to signatures that were in the upload, such as a signer whose root is not known here.
 */
export function standsForUs({ verdict, reasonArray, signatureArray }: VerifiedFile): boolean {
  if (verdict !== 'valid' && verdict !== 'indeterminate') return false
  const own = signatureArray.filter(({ ownPlatform }) => ownPlatform)
  const foreign = signatureArray.filter(({ ownPlatform }) => !ownPlatform)
  const theirs = new Set(foreign.flatMap((one) => one.reasonArray.map(keyOf)))
  const uncertain = reasonArray.filter(({ severity }) => severity === 'indeterminate')
  const certain = uncertain.every((one) => theirs.has(keyOf(one)))
  return certain && own.length > 0 && own.every((one) => one.verdict === 'valid')
}

const keyOf = ({ code, detail }: Reason): string => `${code} ${detail ?? ''}`
