import type { Db } from '#src/platform/database/database.ts'
import { laneJob, type Sending, smsDelayMs } from './queue-message.ts'

/** Which messages: one by its id, or every failed one since a time (ms). */
export type Resend = { messageId: string } | { failedSince: number }

/**
 * Queues messages that were sent or failed once more, codes apart, which are gone; by night SMS wait for the morning.
 * Answers how many.
 */
export async function resendMessages(tx: Db, which: Resend, deps: Sending): Promise<number> {
  const found = await tx
    .updateTable('message')
    .set({ state: 'waiting', tries: 0, fault: null, changed_at: deps.now() })
    .where('content', 'is not', null)
    .where(({ eb, and }) =>
      'messageId' in which
        ? and([eb('message_id', '=', which.messageId), eb('state', 'in', ['sent', 'delivered', 'failed'])])
        : and([eb('state', '=', 'failed'), eb('created_at', '>=', which.failedSince)]),
    )
    .returning(['message_id', 'channel', 'scene'])
    .execute()
  for (const { message_id, channel, scene } of found) {
    const delayMs = channel === 'sms' ? smsDelayMs(deps, scene) : null
    await tx.selectNoFrom(laneJob(channel, message_id, delayMs).as('job')).execute()
  }
  return found.length
}
