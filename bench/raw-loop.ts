import { Pool, type PoolConfig } from 'pg'
import type { SuiteName } from '../packages/trust/src/suites/suite.ts'
import { tolerateLoss } from '../apps/server/src/platform/database/tolerate-loss.ts'
import { rawFile } from './raw-file.ts'

/** What signing is measured against: one call is one iteration. */
export type RawLoop = { once: () => Promise<void>; close: () => Promise<void> }

/**
 * The least any platform does to store a signature: what `rawFile` does in the suite, and a commit of
 * an insert, an update and an insert. It checks nothing and remembers nothing. Statements are prepared.
 */
export async function openRawLoop(config: PoolConfig, folder: string, pdf: Buffer, suite: SuiteName): Promise<RawLoop> {
  const pool = new Pool({ max: 20, ...config })
  tolerateLoss(pool)
  await pool.query(
    `create table raw_signature (signature_id uuid primary key, sha256 text not null, at bigint not null)`,
  )
  await pool.query(`create table raw_head (head_id int primary key, sha256 text not null) with (fillfactor = 50)`)
  await pool.query(`create table raw_log (log_id uuid primary key, line text not null, at bigint not null)`)
  await pool.query(`insert into raw_head values (1, '')`)
  const file = await rawFile(folder, pdf, suite)
  return {
    once: async () => commit(pool, await file()),
    close: () => pool.end(),
  }
}

async function commit(pool: Pool, sha256: string): Promise<void> {
  const client = await pool.connect()
  const at = Date.now()
  await client.query('begin')
  await client.query({
    name: 'raw signature',
    text: 'insert into raw_signature values ($1, $2, $3)',
    values: [crypto.randomUUID(), sha256, at],
  })
  await client.query({ name: 'raw head', text: 'update raw_head set sha256 = $1 where head_id = 1', values: [sha256] })
  await client.query({
    name: 'raw log',
    text: 'insert into raw_log values ($1, $2, $3)',
    values: [crypto.randomUUID(), `signed ${sha256}`, at],
  })
  await client.query('commit')
  client.release()
}
