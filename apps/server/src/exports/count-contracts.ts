import { sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import { exportableRows } from './exportable-rows.ts'
import { type ExportRow, setExport } from './export-rows.ts'
import { placeOf, whileRunning } from './while-running.ts'

/** Lists every contract that will be in the archive, oldest first. */
export async function countContracts(deps: Pick<Deps, 'db'>, row: ExportRow): Promise<void> {
  const place = placeOf(row)
  await whileRunning(deps, place, async (tx, { stage }) => {
    if (stage !== 'count') return
    const listed = await tx
      .insertInto('export_piece')
      .columns([
        'tenant_id',
        'export_id',
        'piece_no',
        'home_tenant_id',
        'contract_id',
        'sign_id',
        'contract_no',
        'subject',
        'tries',
        'checked',
        'left_out',
      ])
      .expression(
        exportableRows(tx, place.tenantId).select([
          'tenant_id',
          sql<string>`${place.exportId}::uuid`.as('export_id'),
          sql<number>`row_number() over (order by created_at, contract_id)`.as('piece_no'),
          'home_tenant_id',
          'contract_id',
          'sign_id',
          'contract_no',
          'subject',
          sql<number>`0`.as('tries'),
          sql<boolean>`false`.as('checked'),
          sql<boolean>`false`.as('left_out'),
        ]),
      )
      .executeTakeFirst()
    await setExport(tx, place, { contracts: Number(listed.numInsertedOrUpdatedRows ?? 0), stage: 'pack' })
  })
}
