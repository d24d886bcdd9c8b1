import { X509Certificate } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { sql } from 'kysely'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AppendedFile } from '#src/platform/documents/move-head.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import type { Signer } from './signer.ts'
import type { Approved, Choice } from './signing-intent.ts'
import type { ProvenWill } from './will.ts'

/** A seal put on a file; without id when it was drawn by hand on the spot. */
type SealUse = { fileId: string; sealId: string | null; sealName: string; sealKind: UsableSeal['kind'] }

/** What a record says of a signature beside who, when and what. */
export type SignatureFacts = { uses: SealUse[]; key: SigningKey; will: ProvenWill; approved: Approved | undefined }

/** Which seals were put on which files; one seal on one file is one use, wherever it stands. */
export function sealUses(areas: AreaRow[], seals: UsableSeal[], choices: readonly Choice[]): SealUse[] {
  const uses = new Map<string, SealUse>()
  for (const { area_id, file_id: fileId } of areas) {
    const choice = choices.find(({ areaId }) => areaId === area_id)
    const seal = seals.find(({ seal_id }) => seal_id === choice?.sealId)
    if (choice?.writing !== undefined) {
      uses.set(fileId, { fileId, sealId: null, sealName: '手写签名', sealKind: 'handwrite' })
    } else if (seal) {
      const { seal_id: sealId, name: sealName, kind: sealKind } = seal
      uses.set(`${fileId} ${sealId}`, { fileId, sealId, sealName, sealKind })
    }
  }
  return [...uses.values()]
}

/**
 * Enters a signature among the records of the signer's space (checklist R33, R35), in that space's tenant. Throws
 * `seal/changed` when a seal may not sign any more: disabled, revoked, frozen, or no more the signer's to use.
 */
export async function recordSignature(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { signer, entry, stored: { contract } }: { signer: Signer; entry: Entry; stored: StoredContract },
  signed: AppendedFile[],
  { uses, key, will, approved }: SignatureFacts,
): Promise<void> {
  const hashes = new Map(signed.map(({ fileId, after }) => [fileId, after.sha256]))
  const records = uses.map((use) => ({
    tenant_id: signer.tenantId,
    record_id: newId(),
    account_id: signer.accountId,
    signer_name: signer.personName,
    contract_id: entry.contractId,
    home_tenant_id: entry.homeTenantId,
    sign_id: entry.signId,
    contract_no: contract.contract_no,
    subject: contract.subject,
    file_id: use.fileId,
    sha256: hashes.get(use.fileId) ?? '',
    seal_id: use.sealId,
    seal_name: use.sealName,
    seal_kind: use.sealKind,
    certificate_serial: serialOf(key),
    will_method: will?.method ?? null,
    approval_id: approved?.sealIds.includes(use.sealId ?? '') ? approved.approvalId : null,
    signed_at: now(),
  }))
  const { accountId, tenantId, space } = signer
  const sealIds = [...new Set(uses.flatMap(({ sealId }) => sealId ?? []))]
  const by = { tenantId, accountId, byOffice: space.isOwner, sealIds, agreed: [...(approved?.sealIds ?? [])] }
  const entered = await insertRecords(tx, { records: JSON.stringify(records), ...by })
  if (entered.length !== records.length) throw new Refusal('seal/changed')
}

/** Who signs, with which seals; `byOffice` whether as the company's administrator, `agreed` which by an approval. */
type Signing = {
  records: string
  tenantId: string
  accountId: string
  byOffice: boolean
  sealIds: string[]
  agreed: string[]
}

/**
 * The seals' rows are held while they are read, so that whoever takes one away at this moment does so wholly before or
 * wholly behind the signature.
 */
const insertRecords = compiledOnce(
  (_, { records, tenantId, accountId, byOffice, sealIds, agreed }: Signing) => sql<{ record_id: string }>`
    with usable as (
      select s.seal_id from seal s
      where s.tenant_id = ${tenantId} and s.seal_id = any(${sealIds}::uuid[]) and s.status = 'enabled' and not s.frozen
        and (s.account_id = ${accountId} or s.holder_account_id = ${accountId}
          or (s.account_id is null and s.kind <> 'legal' and ${byOffice}::boolean)
          or (s.account_id is null and s.kind = 'company' and s.seal_id = any(${agreed}::uuid[]))
          or exists (select from seal_grant g
            where g.tenant_id = s.tenant_id and g.seal_id = s.seal_id and g.account_id = ${accountId}))
      for share of s)
    insert into signature_record
    select r.* from jsonb_populate_recordset(null::signature_record, ${records}::jsonb) r
    where (select count(*) from usable) = cardinality(${sealIds}::uuid[])
    returning record_id`,
)

const serials = new WeakMap<SigningKey, string>()

/** Reading a certificate takes longer than signing with its key. */
function serialOf(key: SigningKey): string {
  const known = serials.get(key)
  if (known !== undefined) return known
  const serial = new X509Certificate(key.identity.certificate).serialNumber
  serials.set(key, serial)
  return serial
}
