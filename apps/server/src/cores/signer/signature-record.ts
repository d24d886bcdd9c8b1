import { X509Certificate } from 'node:crypto'
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
import type { Choice } from './signing-intent.ts'
import type { ProvenWill } from './will.ts'

/** A seal put on a file; without id when it was drawn by hand on the spot. */
type SealUse = { fileId: string; sealId: string | null; sealName: string; sealKind: UsableSeal['kind'] }

/** What a record says of a signature beside who, when and what. */
export type SignatureFacts = { uses: SealUse[]; key: SigningKey; will: ProvenWill }

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

/** Enters a signature among the records of the signer's space (checklist R33, R35), in that space's tenant. */
export function recordSignature(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { signer, entry, stored: { contract } }: { signer: Signer; entry: Entry; stored: StoredContract },
  signed: AppendedFile[],
  { uses, key, will }: SignatureFacts,
): Promise<unknown[]> {
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
    signed_at: now(),
  }))
  return insertRecords(tx, { records: JSON.stringify(records) })
}

const insertRecords = compiledOnce(
  (_, { records }: { records: string }) => sql`
    insert into signature_record
    select * from jsonb_populate_recordset(null::signature_record, ${records}::jsonb)`,
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
