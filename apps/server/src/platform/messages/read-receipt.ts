import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'

/** Phones are reached within seconds; one that is off for a while, within the day that carriers try. ms. */
const pauses = [20_000, 120_000, 900_000, 7_200_000, 28_800_000, 57_600_000] as const

/** Queues the question whether an SMS has arrived, until it has been asked often enough. */
export async function askLater(tx: Db, messageId: string, asked: number): Promise<void> {
  const delayMs = pauses[asked]
  if (delayMs === undefined) return
  await enqueue(tx, 'readReceipt', { messageId, asked }, { delayMs, key: `receipt ${messageId}` })
}

/** Asks the carrier what became of an SMS it took, and records it; asks again later while nobody knows. */
export async function readReceipt(
  { db, sms, now }: Pick<Deps, 'db' | 'sms' | 'now'>,
  { messageId, asked }: { messageId: string; asked: number },
): Promise<void> {
  const row = await db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('message_id', '=', messageId)
      .select(['recipient', 'reference', 'state', 'changed_at'])
      .executeTakeFirst(),
  )
  if (row?.state !== 'sent' || row.reference === null) return
  const taken = { phone: row.recipient, reference: row.reference, takenAt: row.changed_at }
  const receipt = (await sms.receipt?.(taken)) ?? null
  await db.directoryWrite(async (tx) => {
    if (receipt === null) return askLater(tx, messageId, asked + 1)
    await tx
      .updateTable('message')
      .set({
        state: receipt.state,
        fault: receipt.state === 'failed' ? receipt.fault.slice(0, 300) : null,
        changed_at: now(),
      })
      .where('message_id', '=', messageId)
      .where('state', '=', 'sent')
      .execute()
  })
}
