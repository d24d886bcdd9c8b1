import type { Deps } from '#src/platform/deps.ts'
import type { JobPayloads } from '#src/platform/jobs/jobs.ts'

/** Hands one mail to the embedded gateway: the outbox. Runs as a job, so no request waits for it. */
export async function sendMail(
  { db, now, newId }: Pick<Deps, 'db' | 'now' | 'newId'>,
  { recipient, scene, subject, body }: JobPayloads['sendMail'],
): Promise<void> {
  await db.directory((directory) =>
    directory
      .insertInto('outbox_message')
      .values({ message_id: newId(), channel: 'mail', recipient, scene, subject, body, created_at: now() })
      .execute(),
  )
}
