import type { Database, Db } from '#src/platform/database/database.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import type { AuditFault } from './check-audit.ts'
import { type ChainEnd, chainedMac, lineMac, lineOfRow, noLine } from './journal-line.ts'
import { readHead } from './sequence-journal.ts'

const page = 5000

/** Recomputes the journal's chain, and compares its end with the database's head and with the one kept outside. */
export async function checkJournal(
  deps: Keyed & { db: Pick<Database, 'directory'> },
  outside: ChainEnd | null,
): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  const fault = (what: string, place: number | null) => faults.push({ what, tenantId: null, place })
  const head = await deps.db.directory((directory) => readHead(deps, directory))
  let end = noLine
  for (let more = true; more;) {
    const rows = await deps.db.directory((directory) => linesAfter(directory, end.seq))
    for (const row of rows) {
      end = follow(deps, end, row, fault)
      if (end.seq === outside?.seq && !end.chain.equals(outside.chain)) fault('变更账与库外留存的末端不一致', end.seq)
    }
    more = rows.length === page
  }
  if (!head || head.seq !== end.seq || !head.chain.equals(end.chain)) fault('变更账末端与记录不一致', end.seq)
  if (outside && outside.seq > end.seq) fault('变更账被截断', outside.seq)
  return faults
}

/** One line further; what follows is judged from the stored chain on, so that one fault is told once. */
function follow(keyed: Keyed, end: ChainEnd, row: Chained, fault: (what: string, place: number) => void): ChainEnd {
  const seq = row.seq ?? 0
  if (seq !== end.seq + 1) fault('变更账缺少记录', end.seq + 1)
  const chain = chainedMac(keyed, end.chain, seq, row.mac)
  const isTrue = lineMac(keyed, lineOfRow(row)).equals(row.mac) && row.chain_mac?.equals(chain)
  if (!isTrue) fault('变更账被改动', seq)
  return { seq, chain: row.chain_mac ?? chain }
}

const linesAfter = (directory: Db, seq: number) =>
  directory.selectFrom('row_journal').where('seq', '>', seq).orderBy('seq').limit(page).selectAll().execute()

type Chained = Awaited<ReturnType<typeof linesAfter>>[number]
