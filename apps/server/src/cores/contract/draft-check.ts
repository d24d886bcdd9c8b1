import { draftFaults, type FieldFault } from '@moqi/domain/contract/draft-rules'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { areasOf } from './contract-files.ts'
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
  const areas = (await areasOf(db, place)).filter(({ signer_no }) => signer_no !== senderNo)
  return draftFaults(
    {
      taskType: contract.task_type,
      taskName: contract.subject,
      taskNo: contract.task_no,
      remark: contract.remark ?? '',
      signExpireTime: contract.sign_expire_at,
      fileArray: files.map(({ fileId, size, pages, fields }) => ({
        fileId,
        fileSize: size,
        pageArray: pages,
        fieldArray: fields ?? undefined,
      })),
      signerArray: parties.map((party) => ({
        signerNo: party.signer_no,
        signerName: party.signer_name,
        phone: party.phone,
        companyName: party.company_name,
        signOrder: party.sign_order,
        creditCode: party.credit_code,
        idNumber: party.identity_mask,
        signKind: party.sign_kind,
      })),
      ccArray: cc.map(({ name, phone }) => ({ name, phone })),
      positionArray: areas.map((area) => ({
        fileId: area.file_id,
        page: area.page,
        x: area.x,
        y: area.y,
        width: area.width,
        height: area.height,
        positionType: area.position_type,
        signerNo: area.signer_no,
        pages: area.pages ?? undefined,
        label: area.label ?? undefined,
        bounds: area.bounds ?? undefined,
      })),
    },
    now(),
  )
}
