import { X509Certificate } from 'node:crypto'
import { Refusal } from '@moqi/domain/refusal'
import { type GrantManner, grantManners } from '@moqi/domain/seals/auto-signing'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { sql } from 'kysely'
import type { AreaRow } from '#src/cores/contract/contract-files.ts'
import type { StoredContract } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AppendedFile } from '#src/platform/documents/move-head.ts'
import { inForceAt } from '#src/cores/seal/grants.ts'
import { watchUses } from '#src/cores/seal/watch-seals.ts'
import type { UsableSeal } from '#src/cores/seal/usable-seals.ts'
import type { Signer } from './signer.ts'
import type { Approved, Automatic, Choice } from './signing-intent.ts'
import type { ProvenWill } from './will.ts'

/** Who stands where a signature nobody made names its signer. */
export const automaticSigner = grantManners.auto

/** A seal put on a file; without id when it was drawn by hand on the spot. */
type SealUse = {
  fileId: string
  sealId: string | null
  sealName: string
  sealKind: UsableSeal['kind']
  /** What the signer was granted it by; null for one's own and by office. */
  grant: UsableSeal['grant']
}

/** What a record says of a signature beside who, when and what. */
export type SignatureFacts = {
  uses: SealUse[]
  /** The certificate it was made with. */
  key: Pick<SigningKey, 'identity'>
  will: ProvenWill
  approved: Approved | undefined
  automatic: Automatic | undefined
}

/** Which seals were put on which files; one seal on one file is one use, wherever it stands. */
export function sealUses(areas: AreaRow[], seals: UsableSeal[], choices: readonly Choice[]): SealUse[] {
  const uses = new Map<string, SealUse>()
  for (const { area_id, file_id: fileId } of areas) {
    const choice = choices.find(({ areaId }) => areaId === area_id)
    const seal = seals.find(({ seal_id }) => seal_id === choice?.sealId)
    if (choice?.writing !== undefined) {
      uses.set(fileId, { fileId, sealId: null, sealName: '手写签名', sealKind: 'handwrite', grant: null })
    } else if (seal) {
      const { seal_id: sealId, name: sealName, kind: sealKind, grant } = seal
      uses.set(`${fileId} ${sealId}`, { fileId, sealId, sealName, sealKind, grant })
    }
  }
  return [...uses.values()]
}

/**
 * Enters a signature among the records of the signer's space (checklist R33, R35), in that space's tenant. Throws
 * `seal/changed` when a seal may not sign any more: disabled, revoked, frozen, or no more the signer's to use, since
 * its grant was revoked or has ended.
 */
export async function recordSignature(
  deps: Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>,
  tx: Db,
  { signer, entry, stored: { contract } }: { signer: Signer; entry: Entry; stored: StoredContract },
  signed: AppendedFile[],
  { uses, key, will, approved, automatic }: SignatureFacts,
): Promise<void> {
  const { now, newId } = deps
  const hashes = new Map(signed.map(({ fileId, after }) => [fileId, after.sha256]))
  const records = uses.map((use) => ({
    tenant_id: signer.tenantId,
    record_id: newId(),
    account_id: signer.accountId,
    signer_name: automatic ? automaticSigner : signer.personName,
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
    will_methods: will.map(({ method }) => method),
    approval_id: approved?.sealIds.includes(use.sealId ?? '') ? approved.approvalId : null,
    grant_id: use.grant?.grant_id ?? null,
    grant_no: use.grant?.letter_no ?? null,
    automatic: automatic !== undefined,
    signed_at: now(),
  }))
  const { accountId, tenantId, space } = signer
  const sealIds = [...new Set(uses.flatMap(({ sealId }) => sealId ?? []))]
  const grantIds = [...new Set(uses.flatMap(({ grant }) => grant?.grant_id ?? []))]
  const agreed = [...(approved?.sealIds ?? [])]
  const manner = automatic ? ('auto' as const) : ('hand' as const)
  const byOffice = space.isOwner && !automatic
  const by = { tenantId, accountId, byOffice, manner, sealIds, grantIds, agreed, now: now() }
  const entered = await insertRecords(tx, { records: JSON.stringify(records), ...by })
  if (entered.length !== records.length) throw new Refusal('seal/changed')
  if (space.kind === 'company' && sealIds.length > 0) {
    await watchUses(deps, tx, { tenantId, sealIds, who: signer.personName })
  }
}

/**
 * Who signs, with which seals; `byOffice` whether as the company's administrator, `agreed` which by an approval. What
 * is granted to be put on automatically is granted to nobody.
 */
type Signing = {
  records: string
  tenantId: string
  accountId: string
  byOffice: boolean
  manner: GrantManner
  sealIds: string[]
  /** Those that were found to cover the contract, which their scope always will; their term is read again. */
  grantIds: string[]
  agreed: string[]
  now: number
}

/**
 * The rows of seals and grants are held while they are read, so that whoever takes one away at this moment does so
 * wholly before or wholly behind the signature. A grant's and a seal's last second lasts until the next day's first.
 */
const insertRecords = compiledOnce(
  (_, { records, tenantId, accountId, byOffice, manner, sealIds, grantIds, agreed, now }: Signing) => sql<{
    record_id: string
  }>`
    with granted as (
      select g.seal_id from seal_grant g
      where g.tenant_id = ${tenantId} and g.grant_id = any(${grantIds}::uuid[]) and g.manner = ${manner}
        and (g.manner = 'auto' or g.account_id = ${accountId}) and ${inForceAt(now)}
      for share of g),
    usable as (
      select s.seal_id from seal s
      where s.tenant_id = ${tenantId} and s.seal_id = any(${sealIds}::uuid[]) and s.status = 'enabled' and not s.frozen
        and (s.expire_at is null or s.expire_at + 1000 > ${now}::bigint)
        and ((${manner} = 'hand' and (s.account_id = ${accountId} or s.holder_account_id = ${accountId}))
          or (s.account_id is null and s.kind <> 'legal' and ${byOffice}::boolean)
          or (s.account_id is null and s.kind = 'company' and s.seal_id = any(${agreed}::uuid[]))
          or s.seal_id in (select seal_id from granted))
      for share of s)
    insert into signature_record
    select r.* from jsonb_populate_recordset(null::signature_record, ${records}::jsonb) r
    where (select count(*) from usable) = cardinality(${sealIds}::uuid[])
    returning record_id`,
)

const serials = new WeakMap<Pick<SigningKey, 'identity'>, string>()

/** Reading a certificate takes longer than signing with its key. */
function serialOf(key: Pick<SigningKey, 'identity'>): string {
  const known = serials.get(key)
  if (known !== undefined) return known
  const serial = new X509Certificate(key.identity.certificate).serialNumber
  serials.set(key, serial)
  return serial
}
