import { openSpaces } from '#src/cores/identity/open-spaces.ts'
import type { signatureRecord } from '@moqi/api/signature-record'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { isUuid } from '#src/platform/uuid.ts'

/**
 * 不是我签的: marks an own signature as disputed, in its record and in the contract's log, and alarms the space's
 * administrators and whoever runs the platform (checklist R35): in the application and by mail at once, by SMS within
 * the hours of domain 8. The signature stays what it is; said twice is said once.
 */
export const disputeSignature: Handler<typeof signatureRecord.disputeSignature> = async (
  deps,
  person,
  { tenantId, recordId, reason },
) => {
  const space = openSpaces(person).find((own) => own.tenantId === tenantId)
  if (!space || !isUuid(recordId)) throw new Refusal('signature/not-found')
  const why = reason || null
  if (why !== null && [...why].length > 200) {
    throw new Refusal('field/invalid', { field: 'reason', message: '说明不能超过200字' })
  }
  const disputed = await deps.db.write(tenantId, async (tx) => {
    const record = await ownRecord(tx, { tenantId, accountId: person.accountId, recordId })
    if (!record) throw new Refusal('signature/not-found')
    if (record.disputed_at !== null) return null
    await tx
      .updateTable('signature_record')
      .set({ disputed_at: deps.now(), dispute_reason: why })
      .where('tenant_id', '=', tenantId)
      .where('record_id', '=', recordId)
      .execute()
    const facts = { signer: record.signer_name, title: record.subject, contractNo: record.contract_no }
    for (const accountId of await ownersOf(tx, tenantId)) {
      const once = `disputed ${recordId}`
      await notify(deps, tx, { kind: 'signatureDisputed', to: { accountId, tenantId }, facts, once })
    }
    await keepAnswer(tx, deps, person, null)
    const place = { homeTenantId: record.home_tenant_id, contractId: record.contract_id }
    await inTenant(tx, record.home_tenant_id, () =>
      addLog(tx, place, deps.now(), logActor(person), { verb: 'dispute', detail: why }),
    )
    return record
  })
  if (disputed) {
    const { contract_id: contractId, sha256, certificate_serial: certificate } = disputed
    deps.log('ALARM signature disputed', { tenantId, recordId, contractId, sha256, certificate })
  }
  return null
}

type Own = { tenantId: string; accountId: string; recordId: string }

/** Held until the end of the transaction. */
const ownRecord = (tx: Db, { tenantId, accountId, recordId }: Own) =>
  tx
    .selectFrom('signature_record')
    .where('tenant_id', '=', tenantId)
    .where('record_id', '=', recordId)
    .where('account_id', '=', accountId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

async function ownersOf(tx: Db, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .orderBy('account_id')
    .select('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}
