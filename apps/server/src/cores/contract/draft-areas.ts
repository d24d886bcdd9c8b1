import type { Position } from '@moqi/api/shapes'
import { Refusal } from '@moqi/domain/refusal'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { sql } from 'kysely'
import type { AreaRow } from './contract-files.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

type Place = { tenantId: string; contractId: string }

const jsonb = <T>(value: T | null) => (value === null ? null : sql<T>`${JSON.stringify(value)}::jsonb`)

/** Replaces the areas of a draft but for what its template had the initiator fill in. */
export async function putAreas(tx: Db, place: Place, positions: Position[]): Promise<void> {
  const { tenantId, contractId } = place
  const ids = positions.map(({ positionId }) => positionId)
  if (new Set(ids).size !== ids.length) {
    throw new Refusal('field/invalid', { field: 'positionArray', message: '签署位置编号重复' })
  }
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('signer_no', '<>', senderNo)
    .execute()
  await insertAreas(
    tx,
    positions.map((position) => areaRow(place, position, null)),
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
export function areaRow({ tenantId, contractId }: Place, position: Position, value: string | null): AreaRow {
  if (!isUuid(position.fileId)) throw new Refusal('file/not-found')
  return {
    tenant_id: tenantId,
    contract_id: contractId,
    position_id: position.positionId,
    file_id: position.fileId,
    signer_no: position.signerNo,
    page: position.page,
    x: position.x,
    y: position.y,
    width: position.width,
    height: position.height,
    position_type: position.positionType,
    required: position.required,
    format: position.format,
    value,
    label: position.label || null,
    bounds: position.bounds ?? null,
    pages: position.pages ?? null,
  }
}
