import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** Uploaded seals of every space that wait for the operator. */
    seal_review: {
      tenant_id: string
      seal_id: string
      account_id: string
      submitted_at: number
      /** It is to become the one that is offered first. */
      wants_default: boolean
    }
  }
}

type Place = Pick<Schema['seal'], 'tenant_id' | 'seal_id'>

/** Who has uploaded a seal, and whether it is to be offered first once it may be used. */
export type Waiting = { accountId: string; wantsDefault: boolean }

/** Puts an uploaded seal among those that wait. */
export async function awaitReview(
  tx: Db,
  { tenant_id, seal_id }: Place,
  { accountId, wantsDefault }: Waiting,
  at: number,
): Promise<void> {
  await tx
    .insertInto('seal_review')
    .values({ tenant_id, seal_id, account_id: accountId, submitted_at: at, wants_default: wantsDefault })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Takes a seal from among those that wait; null where it did not wait. */
export async function endReview(tx: Db, { tenant_id, seal_id }: Place): Promise<Waiting | null> {
  const ended = await tx
    .deleteFrom('seal_review')
    .where('tenant_id', '=', tenant_id)
    .where('seal_id', '=', seal_id)
    .returning(['account_id', 'wants_default'])
    .executeTakeFirst()
  return ended ? { accountId: ended.account_id, wantsDefault: ended.wants_default } : null
}
