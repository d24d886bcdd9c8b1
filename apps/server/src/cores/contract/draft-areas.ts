import type { Area } from '@moqi/domain/contract/area'
import { Refusal } from '@moqi/domain/refusal'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { sql } from 'kysely'
import type { AreaRow } from './contract-files.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

type Place = { tenantId: string; contractId: string }

const jsonb = <T>(value: T | null) => (value === null ? null : sql<T>`${JSON.stringify(value)}::jsonb`)

/** Replaces the areas of a draft but for what its template had the initiator fill in. */
export async function putAreas(tx: Db, place: Place, areas: readonly Area[]): Promise<void> {
  const { tenantId, contractId } = place
  const ids = areas.map(({ areaId }) => areaId)
  if (new Set(ids).size !== ids.length) {
    throw new Refusal('field/invalid', { field: 'areas', message: '签署位置编号重复' })
  }
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('party_no', '<>', senderNo)
    .execute()
  await insertAreas(
    tx,
    areas.map((area) => areaRow(place, area, null)),
  )
}

/** Stores further areas. */
export async function insertAreas(tx: Db, areas: readonly AreaRow[]): Promise<void> {
  if (areas.length === 0) return
  const rows = areas.map((area) => ({ ...area, bounds: jsonb(area.bounds), pages: jsonb(area.pages) }))
  await tx.insertInto('area').values(rows).execute()
}

/**
 * A place as it is stored; `value` is what the initiator has filled in. Throws `file/not-found` for an id that names
 * nothing.
 */
export function areaRow({ tenantId, contractId }: Place, area: Area, value: string | null): AreaRow {
  if (!isUuid(area.fileId)) throw new Refusal('file/not-found')
  return {
    tenant_id: tenantId,
    contract_id: contractId,
    area_id: area.areaId,
    file_id: area.fileId,
    party_no: area.partyNo,
    page: area.page,
    x: area.x,
    y: area.y,
    width: area.width,
    height: area.height,
    control: area.control,
    required: area.required,
    format: area.format,
    value,
    label: area.label || null,
    bounds: area.bounds ?? null,
    pages: area.pages ?? null,
  }
}
