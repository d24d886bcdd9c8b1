import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Pool, type PoolConfig } from 'pg'
import { tolerateLoss } from '../apps/server/src/platform/database/tolerate-loss.ts'

/** What signing is measured against: one call is one iteration. */
export type RawLoop = { once: () => Promise<void>; close: () => Promise<void> }

const incrementBytes = 16 * 1024

/**
 * The least any platform does to store a signature: read the file and hash it, sign the hash with P-256, write an
 * increment and fsync it, and commit an insert, an update and an insert. It checks nothing and remembers nothing. Files
 * are read and written synchronously and statements are prepared, which is the cheapest way Node has.
 */
export async function openRawLoop(config: PoolConfig, folder: string, pdf: Buffer): Promise<RawLoop> {
  const pool = new Pool({ max: 20, ...config })
  tolerateLoss(pool)
  await pool.query(
    `create table raw_signature (signature_id uuid primary key, sha256 text not null, at bigint not null)`,
  )
  await pool.query(`create table raw_head (head_id int primary key, sha256 text not null) with (fillfactor = 50)`)
  await pool.query(`create table raw_log (log_id uuid primary key, line text not null, at bigint not null)`)
  await pool.query(`insert into raw_head values (1, '')`)
  const source = join(folder, 'raw.pdf')
  writeFileSync(source, pdf)
  const increment = randomBytes(incrementBytes)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    async once() {
      const bytes = readFileSync(source)
      const digest = createHash('sha256').update(bytes).digest()
      sign('sha256', digest, privateKey)
      const sha256 = digest.toString('hex')
      store(join(folder, `raw-${crypto.randomUUID()}`), increment)
      await commit(pool, sha256)
    },
    close: () => pool.end(),
  }
}

function store(path: string, bytes: Buffer): void {
  const file = openSync(path, 'wx')
  writeSync(file, bytes)
  fsyncSync(file)
  closeSync(file)
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
