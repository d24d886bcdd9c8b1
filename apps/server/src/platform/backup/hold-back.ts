import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Deps } from '#src/platform/deps.ts'

const backupLock = 71_052_019

/** Keeps bytes from being freed for as long as the connection lives. Throws while another backup runs. */
export async function holdBack(client: Client): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [backupLock])
  if (!rows[0]?.held) throw new Error('另一个备份正在进行')
}

/** Whether a backup runs, which may still need what nobody else does. */
export async function isBackupRunning({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { rows } = await db.directory((directory) =>
    sql`
      select 1 from pg_locks where locktype = 'advisory' and classid = 0 and objid = ${backupLock}
        and database = (select oid from pg_database where datname = current_database())`.execute(directory),
  )
  return rows.length > 0
}
