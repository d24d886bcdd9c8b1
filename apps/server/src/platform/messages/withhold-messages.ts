import type { Expression, SqlBool } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

/** Keeps back what waits for a recipient and answers `which`, a condition of the `message` table; `at` in ms. */
export async function withholdMessages(
  tx: Db,
  recipient: string,
  which: Expression<SqlBool>,
  at: number,
): Promise<void> {
  await tx
    .updateTable('message')
    .set({ state: 'late', changed_at: at })
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .where(which)
    .execute()
}
