import type { Input, Output } from '@moqi/api/call'
import type { Position } from '@moqi/api/shapes'
import type { draft } from '@moqi/api/draft'
import { firstSealPage } from '@moqi/domain/contract/cross-page'
import { isFillIn, numberFormat } from '@moqi/domain/contract/fill-in'
import { enforce, rowStatus } from '@moqi/domain/contract/row-policy'
import { taskLifecycle } from '@moqi/domain/contract/lifecycle'
import { dateControlFormats } from '@moqi/domain/time/format-date'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import { keepAnswer } from '#src/http/idempotency.ts'
import { changeContract, loadContract, lockContract, viewOf } from '#src/platform/contract-store/contract-rows.ts'
import { requireEntry } from '#src/platform/contract-store/entry.ts'
import { refreshInbox } from '#src/platform/contract-store/inbox.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { draftFaultsOf } from './draft-check.ts'
import { putAreas } from './draft-areas.ts'

type Save = typeof draft.saveLocation

/** What can be placed and signed. */
const placeable = new Set<Position['positionType']>([
  'companySeal',
  'personSign',
  'handwrite',
  'crossPage',
  'date',
  'text',
  'textarea',
  'checkbox',
])

/** Saves the areas; a draft that is complete with them becomes 待发送 (checklist C60). */
export async function saveLocation(deps: Deps, member: Member, input: Input<Save>): Promise<Output<Save>> {
  const entry = await requireEntry(deps, member, input.signId)
  return deps.db.write(entry.homeTenantId, async (tx) => {
    const stored = await lockContract(tx, entry)
    enforce('edit', viewOf(stored, entry))
    const { contract, parties, cc } = stored
    if (contract.version !== input.version) throw new Refusal('contract/stale-draft')
    const place = { tenantId: entry.homeTenantId, contractId: entry.contractId }
    const signers = parties.map(({ signer_no: signerNo, sign_type: signType }) => ({ signerNo, signType }))
    await putPositions(tx, place, input.positionArray, signers)
    const edited = taskLifecycle.after(contract.state, 'edit')
    const complete = (await draftFaultsOf(deps, tx, { contract, parties, cc })).length === 0
    const state = complete ? taskLifecycle.after(edited, 'completeWizard') : edited
    await changeContract(tx, contract, { state })
    await refreshInbox(tx, await loadContract(tx, entry), deps.now())
    return keepAnswer(tx, deps, member, {
      version: contract.version,
      status: rowStatus({ taskState: state, ownPartyState: null }),
    })
  })
}

/** Replaces the areas of a draft by places that these signers can sign or fill in. Throws `field/invalid`. */
export async function putPositions(
  tx: Db,
  place: { tenantId: string; contractId: string },
  positions: readonly Position[],
  signers: readonly { signerNo: number; signType: number }[],
): Promise<void> {
  const companies = new Set(signers.filter(({ signType }) => signType === 1).map(({ signerNo }) => signerNo))
  for (const position of positions) checkPosition(position, companies)
  await putAreas(tx, place, positions.map(filed))
}

/** Refuses a place of a kind, format or range that cannot be signed or filled in. */
export function checkPosition(position: Position, companies: ReadonlySet<number>): void {
  if (!placeable.has(position.positionType)) throw refuse('不支持该类型的签署位置，请删除后重新放置')
  if (position.positionType === 'companySeal' && !companies.has(position.signerNo)) {
    throw refuse('企业印章只能分配给企业签署方')
  }
  if (position.positionType === 'date' && position.format && !dateFormats.has(position.format)) {
    throw refuse('不支持该日期格式，请重新选择')
  }
  if (isFillIn(position) && position.format !== null && !isNumber(position))
    throw refuse('不支持该填写格式，请重新选择')
  if (position.bounds && !isNumber(position)) throw refuse('只有数字可以限定范围')
}

/** A cross-page seal is filed under its first page (checklist C0.12). */
export const filed = (position: Position): Position =>
  position.positionType === 'crossPage' ? { ...position, page: firstSealPage(position.pages) } : position

const refuse = (message: string) => new Refusal('field/invalid', { field: 'positionArray', message })

const isNumber = ({ positionType, format }: Position) => positionType === 'text' && format === numberFormat

const dateFormats: ReadonlySet<string> = new Set(dateControlFormats)
