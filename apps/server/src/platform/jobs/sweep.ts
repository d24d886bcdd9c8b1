import type { Deps } from '#src/platform/deps.ts'

const dayMs = 24 * 3_600_000

/** Clears what has served its time: dead sessions, used codes, old answers to repeated requests, invitations. */
export async function sweep({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now()
  await db.directory(async (directory) => {
    await directory
      .deleteFrom('session')
      .where('seen_at', '<', at - 8 * dayMs)
      .execute()
    await directory
      .deleteFrom('verification_code')
      .where('created_at', '<', at - 2 * dayMs)
      .execute()
    await directory
      .deleteFrom('auth_token')
      .where('expires_at', '<', at - dayMs)
      .execute()
    await directory.deleteFrom('captcha').where('expires_at', '<', at).execute()
    await directory.deleteFrom('proof').where('expires_at', '<', at).execute()
    await directory
      .deleteFrom('idempotency')
      .where('created_at', '<', at - 2 * dayMs)
      .execute()
    await directory
      .deleteFrom('login_failure')
      .where('last_failure_at', '<', at - dayMs)
      .execute()
    await directory
      .updateTable('invitation')
      .set({ state: 'expired' })
      .where('state', '=', 'invited')
      .where('expires_at', '<=', at)
      .execute()
    await directory.deleteFrom('invitation_link').where('expires_at', '<=', at).execute()
  })
}
