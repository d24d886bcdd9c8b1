import { hash, randomBytes, randomUUID } from 'node:crypto'
import { Pool, type PoolConfig } from 'pg'
import { tolerateLoss } from '../apps/server/src/platform/database/tolerate-loss.ts'
import { signerOf } from '../packages/trust/src/cms/signing-key.ts'
import { suites } from '../packages/trust/src/suites/suite.ts'
import type { RawLoop } from './raw-loop.ts'

const incrementBytes = 10 * 1024

/**
 * The least that a signature can be, whoever makes it: 10 KB are hashed and signed, a time-stamp is signed, and one
 * statement, prepared and a transaction by itself, appends the bytes, moves a head and writes a line of a log. One
 * trip, one sync. It makes no PDF, reads nothing, checks nothing, and no two of its iterations need each other.
 */
export async function openLeanLoop(config: PoolConfig): Promise<RawLoop> {
  const pool = new Pool({ max: 20, ...config })
  tolerateLoss(pool)
  await pool.query('create table lean_increment (increment_id uuid primary key, bytes bytea not null)')
  await pool.query('alter table lean_increment alter column bytes set storage external')
  await pool.query('create table lean_head (head_id int primary key, sha256 text not null) with (fillfactor = 50)')
  await pool.query('create table lean_log (log_id uuid primary key, line text not null, at bigint not null)')
  await pool.query(`insert into lean_head values (1, '')`)
  const key = await suites['P-256'].generateKey()
  const sign = signerOf(key)
  const increment = randomBytes(incrementBytes)
  return {
    async once() {
      const sha256 = hash('sha256', increment, 'buffer')
      const signature = await sign(sha256)
      await sign(hash('sha256', signature, 'buffer'))
      await pool.query({
        name: 'lean signature',
        text: `
          with head as (update lean_head set sha256 = $1 where head_id = 1),
            line as (insert into lean_log values ($2, $3, $4))
          insert into lean_increment values ($2, $5)`,
        values: [sha256.toString('hex'), randomUUID(), `signed ${sha256.toString('hex')}`, Date.now(), increment],
      })
    },
    close: () => pool.end(),
  }
}
