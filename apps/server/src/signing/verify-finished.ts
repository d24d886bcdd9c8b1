import type { Reason } from '@moqi/signing/verify/reasons'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { loadContract } from '#src/platform/contract-store/contract-rows.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { queueSms } from '#src/platform/messages/queue-message.ts'
import type { VerifiedFile } from '#src/platform/workshop.ts'

/**
 * Rereads and verifies every file of a finished contract before anyone is told (invariant 5). Runs as a job: what does
 * not verify is retried and logged, and no message goes out.
 */
export async function verifyFinished(deps: Deps, { tenantId, contractId }: { tenantId: string; contractId: string }) {
  const place = { homeTenantId: tenantId, contractId }
  const { contract, parties, files, phone } = await deps.db.read(tenantId, async (home) => {
    const stored = await loadContract(home, place)
    const rows = await home
      .selectFrom('contract_file')
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .select('file_id')
      .execute()
    const initiator = await home
      .selectFrom('account')
      .where('account_id', '=', stored.contract.initiator_account_id)
      .select('phone')
      .executeTakeFirstOrThrow()
    return { ...stored, files: rows, phone: initiator.phone }
  })
  for (const { file_id } of files) {
    const document = await deps.db.read(tenantId, (home) => readDocument(deps, home, tenantId, contractId, file_id))
    const verdict = await deps.workshop.verify(document.bytes)
    if (!standsForUs(verdict)) {
      const reasons = JSON.stringify(verdict.reasonArray)
      throw new Error(`finished contract ${contractId}, file ${file_id}: ${verdict.verdict} ${reasons}`)
    }
  }
  const told = new Map([[phone, contract.initiator_sign_id], ...parties.map((p) => [p.phone, p.sign_id] as const)])
  await deps.db.write(tenantId, async (tx) => {
    for (const [recipient, signId] of told) {
      const url = `${deps.config.publicUrl}/s/${signId}`
      const message = smsMessage('finished', { title: contract.subject, url }, deps.config.brand)
      const once = `finished ${contractId} ${recipient}`
      await queueSms(deps, tx, { recipient, scene: 'finished', once, message })
    }
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
