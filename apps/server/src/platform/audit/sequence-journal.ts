import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Config } from '#src/platform/config.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { type ChainEnd, chainedMac, headMac, lineMac, lineOfRow, noLine } from './journal-line.ts'
import { sequenceLog } from './sequence-log.ts'

type Sequencing = Pick<Deps, 'db' | 'config' | 'derivationKey'>

/** Held by whoever sequences, to the end of the transaction. */
export const sequencerLock = 71_052_020
const batch = 1000

/**
 * The sequencer: puts every line of the journal that waits onto its one chain, and the log's lines that they speak of
 * onto their tenants', one node at a time, and notes beside the database how far the journal goes. A line without a
 * true MAC is left out, and a head without one left as it is: the audit tells of both. Takes whatever was committed
 * when it was called.
 */
export function sequenceJournal(deps: Sequencing): Promise<void> {
  const before = running.get(deps.db) ?? Promise.resolve()
  const own = before.catch(() => {}).then(() => sequence(deps))
  running.set(deps.db, own)
  return own
}

/** The last run of this process: runs follow one another, and so does what they note beside the database. */
const running = new WeakMap<Deps['db'], Promise<void>>()

async function sequence(deps: Sequencing): Promise<void> {
  for (let more = true; more;) {
    const taken = await deps.db.directoryWrite((tx) => takeWaiting(deps, tx))
    if (!taken) return
    if (taken.end.seq > 0) await keepOutside(deps.config, taken.end)
    more = taken.full
  }
}

async function takeWaiting(keyed: Keyed, tx: Db): Promise<{ end: ChainEnd; full: boolean } | null> {
  await sql`select pg_advisory_xact_lock(${sequencerLock})`.execute(tx)
  const head = await readHead(keyed, tx)
  if (!head) return null
  const rows = await waitingLines(tx)
  const lines = await sequenceLog(
    keyed,
    tx,
    rows.filter((row) => lineMac(keyed, lineOfRow(row)).equals(row.mac)),
  )
  if (lines.length === 0) return { end: head, full: false }
  const macs: Buffer[] = []
  let end = head
  for (const { mac } of lines) {
    const seq = end.seq + 1
    end = { seq, chain: chainedMac(keyed, end.chain, seq, mac) }
    macs.push(end.chain)
  }
  await sql`
    update row_journal as line set seq = taken.seq, chain_mac = taken.chain_mac
    from unnest(${lines.map(({ space }) => space)}::text[], ${lines.map(({ table_name }) => table_name)}::text[],
      ${lines.map(({ row_key }) => row_key)}::text[], ${lines.map(({ made_at }) => made_at)}::bigint[],
      ${lines.map((_, index) => head.seq + 1 + index)}::bigint[], ${macs}::bytea[])
      as taken (space, table_name, row_key, made_at, seq, chain_mac)
    where line.space = taken.space and line.table_name = taken.table_name and line.row_key = taken.row_key
      and line.made_at = taken.made_at`.execute(tx)
  const set = { seq: end.seq, chain_mac: end.chain, mac: headMac(keyed, end) }
  await tx.updateTable('journal_head').set(set).execute()
  return { end, full: rows.length === batch }
}

const waitingLines = (tx: Db) =>
  tx.selectFrom('row_journal').where('seq', 'is', null).orderBy('made_at').limit(batch).selectAll().execute()

/** How far the chain goes; null when its head is not there or not ours. */
export async function readHead(keyed: Keyed, db: Db): Promise<ChainEnd | null> {
  const found = await db.selectFrom('journal_head').selectAll().executeTakeFirst()
  if (!found) return null
  const end = { seq: found.seq, chain: found.chain_mac }
  return headMac(keyed, end).equals(found.mac) ? end : null
}

/** Begins the chain. */
export async function beginChain(keyed: Keyed, tx: Db): Promise<void> {
  const row = { seq: noLine.seq, chain_mac: noLine.chain, mac: headMac(keyed, noLine) }
  await tx
    .insertInto('journal_head')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const endFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'audit', 'journal-end.json')

/** Where the chain's end is kept beside the database: whoever rolls the database back does not reach it. */
async function keepOutside(config: Pick<Config, 'dataDir'>, { seq, chain }: ChainEnd): Promise<void> {
  const file = endFile(config)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.new`, JSON.stringify({ seq, chain: chain.toString('hex') }))
  await rename(`${file}.new`, file)
}

const Kept = z.object({ seq: z.int(), chain: z.string() })

/** The chain's end as it was last kept beside the database; null when it never was. */
export async function endOutside(config: Pick<Config, 'dataDir'>): Promise<ChainEnd | null> {
  const text = await readFile(endFile(config), 'utf8').catch(() => null)
  if (text === null) return null
  const { seq, chain } = Kept.parse(JSON.parse(text))
  return { seq, chain: Buffer.from(chain, 'hex') }
}
