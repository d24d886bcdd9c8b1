import type { Db } from '#src/platform/database/database.ts'
import { laneJob } from './queue-message.ts'

/** Which messages: one by its id, or every failed one since a time (ms). */
export type Resend = { messageId: string } | { failedSince: number }

/** Queues messages that were sent or failed once more, codes apart, which are gone. Answers how many. */
export async function resendMessages(tx: Db, which: Resend, at: number): Promise<number> {
  const found = await tx
    .updateTable('message')
    .set({ state: 'waiting', tries: 0, fault: null, changed_at: at })
    .where('content', 'is not', null)
    .where(({ eb, and }) =>
      'messageId' in which
        ? and([eb('message_id', '=', which.messageId), eb('state', 'in', ['sent', 'failed'])])
        : and([eb('state', '=', 'failed'), eb('created_at', '>=', which.failedSince)]),
    )
    .returning(['message_id', 'channel'])
    .execute()
  for (const { message_id, channel } of found)
    await tx.selectNoFrom(laneJob(channel, message_id, null).as('job')).execute()
  return found.length
}
