import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/** Hands one message to the embedded gateway: the outbox. Runs as a job, so no request waits for it. */
export async function sendSms(
  { db, now, newId }: Pick<Deps, 'db' | 'now' | 'newId'>,
  { recipient, scene, body }: JobPayloads['sendSms'],
): Promise<void> {
  await db.directory((directory) =>
    directory
      .insertInto('outbox_message')
      .values({ message_id: newId(), channel: 'sms', recipient, scene, subject: null, body, created_at: now() })
      .execute(),
  )
}
