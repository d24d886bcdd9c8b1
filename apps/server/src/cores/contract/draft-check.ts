import { draftFaults, type FieldFault } from '@moqi/domain/contract/draft-rules'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { areaOfRow, areasOf } from './contract-files.ts'
import type { StoredContract } from './contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { filesOf } from './draft-files.ts'

/** Everything that keeps a stored draft from being sent, in the order of the wizard. */
export async function draftFaultsOf(
  { now }: Pick<Deps, 'now'>,
  db: Db,
  { contract, parties, cc }: StoredContract,
): Promise<FieldFault[]> {
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id }
  const files = await filesOf(db, { tenantId: contract.tenant_id, contractId: contract.contract_id })
  const areas = (await areasOf(db, place)).filter(({ party_no }) => party_no !== senderNo)
  return draftFaults(
    {
      kind: contract.kind,
      subject: contract.subject,
      contractNo: contract.contract_no,
      remark: contract.remark ?? '',
      signExpireTime: contract.sign_expire_at,
      contractEndTime: contract.contract_end_at,
      files: files.map(({ fileId, size, pages, fields }) => ({
        fileId,
        fileSize: size,
        pages,
        fields: fields ?? undefined,
      })),
      parties: parties.map((party) => ({
        partyNo: party.party_no,
        name: party.name,
        phone: party.phone,
        companyName: party.company_name,
        signOrder: party.sign_order,
        creditCode: party.credit_code,
        idNumber: party.identity_mask,
        signKind: party.sign_kind,
      })),
      cc: cc.map(({ name, phone, company_name: companyName }) => ({ name, phone, companyName })),
      areas: areas.map(areaOfRow),
    },
    now(),
  )
}
