import type { WrittenCc, WrittenFile } from '@moqi/domain/contract/written-draft'
import { checkPhone } from '@moqi/domain/identity/phone'
import type { Db } from '#src/platform/database/database.ts'
import { givenName, ownFiles } from './draft-files.ts'

type Place = { tenantId: string; contractId: string }

/** Replaces the copy recipients of a draft as they were typed, numbers normalised where they can be. */
export async function putCc(
  tx: Db,
  { tenantId, contractId }: Place,
  recipients: readonly WrittenCc[],
  newSignId: () => string,
): Promise<void> {
  await tx.deleteFrom('contract_cc').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  if (recipients.length === 0) return
  await tx
    .insertInto('contract_cc')
    .values(
      recipients.map(({ name, phone, companyName, when }, index) => {
        const checked = checkPhone(phone)
        return {
          tenant_id: tenantId,
          contract_id: contractId,
          cc_no: index + 1,
          name,
          phone: checked.ok ? checked.value : phone,
          company_name: companyName,
          told_when: when,
          sign_id: newSignId(),
          cc_tenant_id: null,
          account_id: null,
          told_at: null,
        }
      }),
    )
    .execute()
}

/** Replaces the attachments of a draft. Throws `file/not-found` for one the account has not uploaded as such here. */
export async function putAttachments(
  tx: Db,
  place: Place,
  accountId: string,
  attachments: readonly WrittenFile[],
): Promise<void> {
  const { tenantId, contractId } = place
  const fileIds = attachments.map(({ fileId }) => fileId)
  await ownFiles(tx, { ...place, accountId, usage: 'attachment' }, fileIds)
  await tx
    .deleteFrom('contract_attachment')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .execute()
  if (attachments.length === 0) return
  await tx
    .insertInto('contract_attachment')
    .values(
      attachments.map(({ fileId, fileName }, position) => ({
        tenant_id: tenantId,
        contract_id: contractId,
        position,
        file_id: fileId,
        name: givenName('attachments', fileName),
      })),
    )
    .execute()
}
