import { sql } from 'kysely'
import { z } from 'zod'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'

/** PostgreSQL's channel that every node of one database listens on. */
export const channel = 'moqi_notice'

/** What nodes tell each other. It names things and holds nothing of them. */
export const Notice = z.discriminatedUnion('about', [
  /** The account's own list row in the tenant has changed; `status` is null when it has left the list. */
  z.object({
    about: z.literal('row'),
    tenantId: z.string(),
    accountId: z.string(),
    taskId: z.string(),
    signId: z.string(),
    status: z.string().nullable(),
  }),
  /** The session is no more; `session` is its token's hash in hex. Told by the database itself. */
  z.object({ about: z.literal('session'), session: z.string() }),
  /** The account has left the space. Told by the database itself. */
  z.object({ about: z.literal('membership'), tenantId: z.string(), accountId: z.string() }),
])
export type Notice = z.infer<typeof Notice>
export type RowNotice = Extract<Notice, { about: 'row' }>

const notify = compiledOnce((_, { payload }: { payload: string }) => sql`select pg_notify(${channel}, ${payload})`)

/** Tells every node, if and only if the transaction commits. */
export async function tell(tx: Db, notice: RowNotice): Promise<void> {
  await notify(tx, { payload: JSON.stringify(notice) })
}
