import { hash } from 'node:crypto'
import type { FileField } from '@moqi/domain/contract/file-fields'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import { FreezeRefusal, type FreezeRefusalReason } from '@moqi/signing/freeze/field-plan'
import { type AreaRow, areasOf, filesInOrder } from './contract-files.ts'
import type { ContractRow, StoredContract } from './contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { FrozenDocument } from '#src/platform/freeze-pool.ts'
import { planFields, type PlannedSlot } from './field-plan.ts'
import { markSent } from './unused-files.ts'

/** One file of a contract, frozen and not stored yet. */
export type FrozenFile = {
  fileId: string
  base: { sha256: string; length: number }
  document: FrozenDocument
  slots: PlannedSlot[]
}

/** Freezes every file of a draft (invariant 5). Throws a refusal when a file cannot take the fields. */
export async function freezeFiles(deps: Deps, { contract }: StoredContract): Promise<FrozenFile[]> {
  const place = { homeTenantId: contract.tenant_id, contractId: contract.contract_id }
  const sources = await deps.db.read(contract.tenant_id, async (db) => ({
    files: await filesInOrder(db, place).select(['f.kept_sha256', 'f.page_count', 'f.fields']).execute(),
    areas: await areasOf(db, place),
  }))
  return freezeSources(deps, sources)
}

/** A file as it is kept, before anybody has signed it. */
export type KeptFile = {
  file_id: string
  name: string
  kept_sha256: string
  page_count: number
  fields: FileField[] | null
}

/** Freezes files with their areas, whether a draft of them is stored or not. */
export async function freezeSources(
  deps: Pick<Deps, 'blobs' | 'freezer'>,
  { files, areas }: { files: readonly KeptFile[]; areas: readonly AreaRow[] },
): Promise<FrozenFile[]> {
  const frozen: FrozenFile[] = []
  for (const file of files) {
    const { plan, slots } = planFields(
      areas.filter(({ file_id }) => file_id === file.file_id),
      { pageCount: file.page_count, fields: file.fields },
    )
    const bytes = await deps.blobs.get(file.kept_sha256)
    const document = await deps.freezer.freeze(bytes, plan).catch((error: unknown) => {
      throw error instanceof FreezeRefusal ? refusalOf(error, file.name) : error
    })
    const base = { sha256: file.kept_sha256, length: bytes.length }
    frozen.push({ fileId: file.file_id, base, document, slots })
  }
  return frozen
}

const refusals: Record<FreezeRefusalReason, [RefusalCode, string]> = {
  unreadable: ['file/damaged', '已损坏或无法解析，请另存为PDF后重新上传'],
  encrypted: ['file/damaged', '已加密，请解除密码后重新上传'],
  'not-appendable': ['file/damaged', '已损坏，请另存为PDF后重新上传'],
  certified: ['file/certified', '已被其他平台认证锁定，不能再追加签署，请上传未认证的原文件'],
  'signed-already': [
    'field/invalid',
    '已包含数字签名，每个签署方只能放置一处印章或签名，且不能放置日期、骑缝章或填写项，请调整签署位置',
  ],
  'own-fields-only': ['field/invalid', '已被其他平台认证，只能签在文件预留的签名域中，请调整签署位置'],
  'field-missing': ['field/invalid', '的签名域不可使用，请重新上传文件并分配签名域'],
  'slot-name': ['file/damaged', '的表单字段与签署字段冲突，请打印为PDF后重新上传'],
  'name-taken': ['file/damaged', '已由本平台发起过签署，请上传未发起过的原文件'],
  'page-missing': ['field/invalid', '的签署位置所在页不存在，请重新放置'],
  box: ['field/invalid', '的签署位置大小不正确，请重新放置'],
  text: ['field/invalid', '的填写内容放不下或含有无法显示的字，请修改后重试'],
  'lock-unknown': ['field/invalid', '的签署位置不正确，请重新放置'],
}

function refusalOf(error: FreezeRefusal, name: string): Refusal {
  const [code, text] = refusals[error.reason]
  return new Refusal(code, { message: `文件《${name}》${text}` }, { cause: error })
}

/** Takes away the rows of documents that nobody has signed, before `storeFrozen` puts others there. */
export async function dropFrozen(tx: Db, { tenant_id, contract_id }: ContractRow): Promise<void> {
  for (const table of ['document_revision', 'document_head', 'document_slot', 'document_layout'] as const) {
    await tx.deleteFrom(table).where('tenant_id', '=', tenant_id).where('contract_id', '=', contract_id).execute()
  }
}

/**
 * The rows of the frozen documents of a contract that is being sent: layout, one row a slot, head, and the freezing
 * increment as revision 0.
 */
export async function storeFrozen(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  contract: ContractRow,
  frozen: FrozenFile[],
): Promise<void> {
  await markSent(tx, contract)
  for (const { fileId, base, document, slots } of frozen) {
    const key = { tenant_id: contract.tenant_id, contract_id: contract.contract_id, file_id: fileId }
    const { layout, head, increment } = document
    await tx
      .insertInto('document_layout')
      .values({
        ...key,
        layout: JSON.stringify(layout),
        base_sha256: base.sha256,
        base_length: base.length,
        frozen_sha256: head.sha256,
      })
      .execute()
    const planned = new Map(slots.map((slot) => [slot.slot, slot]))
    const rows = document.slots.map((source) => ({
      ...key,
      slot: source.slot,
      party_no: planned.get(source.slot)?.partyNo ?? 0,
      area_id: planned.get(source.slot)?.areaId ?? null,
      source: JSON.stringify(source),
    }))
    if (rows.length > 0) await tx.insertInto('document_slot').values(rows).execute()
    await tx
      .insertInto('document_head')
      .values({ ...key, sha256: head.sha256, length: head.length, revision: 0, head: JSON.stringify(head) })
      .execute()
    await tx
      .insertInto('document_revision')
      .values({
        ...key,
        revision: 0,
        sha256: hash('sha256', increment, 'hex'),
        start: base.length,
        length: increment.length,
        bytes: increment,
        party_no: null,
        awaiting_timestamp: document.awaitingTimestamp,
        created_at: now(),
      })
      .execute()
  }
}
