import { genesis, lineHash, link } from '@moqi/evidence/audit-chain'
import { sql } from 'kysely'
import { type Db, inTenant } from '#src/platform/database/database.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { type ChainEnd, type JournalRow, tagOf, Tags } from './journal-line.ts'
import { lineOf } from './stored-line.ts'

/** The guarded table whose lines have a chain of their own, besides the journal's. */
const log = 'contract_log'

/** A journal's line that says that a line of the log was written. */
type Written = { row: JournalRow; contractId: string; logNo: number; tag: string | null }

/**
 * Puts the lines of the log that these journal lines speak of onto their tenants' chains, in the same order. Answers
 * the journal lines that may be taken onto the journal's: those of lines that are not what the journal says, or that
 * stand on what is not yet chained, are left waiting, and the audit tells of them.
 */
export async function sequenceLog(keyed: Keyed, tx: Db, rows: readonly JournalRow[]): Promise<JournalRow[]> {
  const ordered = inContractsOrder(rows)
  const spaces = Map.groupBy(ordered.flatMap(writtenLine), ({ row }) => row.space)
  const left = new Set<JournalRow>()
  for (const [space, written] of spaces) {
    await inTenant(tx, space, async () => {
      for (const row of await extend(keyed, tx, space, written)) left.add(row)
    })
  }
  return ordered.filter((row) => !left.has(row))
}

function writtenLine(row: JournalRow): Written[] {
  if (row.table_name !== log) return []
  const { line_hash: tags } = Tags.parse(JSON.parse(row.tags))
  const [contractId = '', logNo] = row.row_key.split('/')
  return tags && tags[0] === null ? [{ row, contractId, logNo: Number(logNo), tag: tags[1] }] : []
}

/** The database's clock may have been set back between two lines of a contract: they change places. */
function inContractsOrder(rows: readonly JournalRow[]): JournalRow[] {
  const written = rows.flatMap(writtenLine)
  const queues = Map.groupBy(
    written.toSorted((a, b) => a.logNo - b.logNo),
    ({ contractId }) => contractId,
  )
  const contractOf = new Map(written.map(({ row, contractId }) => [row, contractId]))
  return rows.map((row) => queues.get(contractOf.get(row) ?? '')?.shift()?.row ?? row)
}

/** Extends one tenant's chain; answers the journal lines of lines that were left out. */
async function extend(keyed: Keyed, tx: Db, space: string, written: readonly Written[]): Promise<JournalRow[]> {
  const [lines, end] = await Promise.all([linesWithout(tx, space, written), endOf(tx, space)])
  const stored = new Map(lines.map((line) => [`${line.contract_id}/${line.log_no}`, line]))
  const taken: Placed[] = []
  const left: JournalRow[] = []
  const chained = new Set<string>()
  let chain = end?.chain
  for (const { row, contractId, logNo, tag } of written) {
    const line = stored.get(row.row_key)
    // Chained before there was a journal, or removed since.
    if (!line) continue
    const follows = line.follows || chained.has(`${contractId}/${logNo - 1}`)
    if (!end || !chain || !follows || !isAsWritten(keyed, row, line, tag)) left.push(row)
    else {
      chain = link(chain, line.line_hash)
      taken.push({ line, seq: end.seq + taken.length + 1, chain })
      chained.add(row.row_key)
    }
  }
  await store(tx, space, taken)
  return left
}

/** How far the tenant's chain goes; null when it does not end as the server left it: it is not built upon. */
async function endOf(tx: Db, space: string): Promise<ChainEnd | null> {
  const [head, last] = await Promise.all([
    tx.selectFrom('audit_head').where('tenant_id', '=', space).selectAll().executeTakeFirst(),
    tx
      .selectFrom('contract_log')
      .where('tenant_id', '=', space)
      .where('seq', 'is not', null)
      .orderBy('seq', 'desc')
      .limit(1)
      .select(['seq', 'chain_hash'])
      .executeTakeFirst(),
  ])
  if (!head) return last ? null : { seq: 0, chain: genesis(space) }
  const isLast = last?.seq === head.seq && last.chain_hash?.equals(head.chain_hash)
  return isLast ? { seq: head.seq, chain: head.chain_hash } : null
}

/** Whether a line is what the journal says that was written. */
function isAsWritten(keyed: Keyed, { space, row_key: key }: JournalRow, line: LogRow, tag: string | null): boolean {
  const image = `\\x${line.line_hash.toString('hex')}`
  const isHashed = lineHash(lineOf(line)).equals(line.line_hash)
  return isHashed && tag === tagOf(keyed, { space, table: log, key }, 'line_hash', image)
}

/** Those of the lines that are on no chain yet; `follows` when the contract's line before is, or there is none. */
async function linesWithout(tx: Db, space: string, written: readonly Written[]) {
  const wanted = sql<{ contract_id: string; log_no: number }>`unnest(
    ${written.map(({ contractId }) => contractId)}::uuid[], ${written.map(({ logNo }) => logNo)}::int[])`
  return tx
    .selectFrom(wanted.as<'wanted'>(sql`wanted (contract_id, log_no)`))
    .innerJoin('contract_log as l', (join) =>
      join.onRef('l.contract_id', '=', 'wanted.contract_id').onRef('l.log_no', '=', 'wanted.log_no'),
    )
    .leftJoin('contract_log as before', (join) =>
      join
        .onRef('before.tenant_id', '=', 'l.tenant_id')
        .onRef('before.contract_id', '=', 'l.contract_id')
        .on(sql<boolean>`before.log_no = l.log_no - 1`),
    )
    .where('l.tenant_id', '=', space)
    .where('l.seq', 'is', null)
    .selectAll('l')
    .select(sql<boolean>`l.log_no = 1 or before.seq is not null`.as('follows'))
    .execute()
}

type LogRow = Awaited<ReturnType<typeof linesWithout>>[number]

type Placed = { line: LogRow; seq: number; chain: Buffer }

async function store(tx: Db, space: string, taken: readonly Placed[]): Promise<void> {
  const end = taken.at(-1)
  if (!end) return
  const placing = sql`
    update contract_log as line set seq = taken.seq, chain_hash = taken.chain_hash
    from unnest(${taken.map(({ line }) => line.contract_id)}::uuid[], ${taken.map(({ line }) => line.log_no)}::int[],
      ${taken.map(({ seq }) => seq)}::bigint[], ${taken.map(({ chain }) => chain)}::bytea[])
      as taken (contract_id, log_no, seq, chain_hash)
    where line.tenant_id = ${space}::uuid and line.contract_id = taken.contract_id and line.log_no = taken.log_no`
  const set = { seq: end.seq, chain_hash: end.chain }
  await Promise.all([
    placing.execute(tx),
    tx
      .insertInto('audit_head')
      .values({ tenant_id: space, ...set })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(set))
      .execute(),
  ])
}
