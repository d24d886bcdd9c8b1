import { genesis } from '@moqi/evidence/audit-chain'
import type { Anchor, LogLine, LogProof } from '@moqi/evidence/evidence'
import { inclusionProof } from '@moqi/evidence/merkle-tree'
import { nodeReader } from '#src/platform/audit/tree-store.ts'
import type { Db } from '#src/platform/database/database.ts'
import { type NotNull, sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'

type Place = { homeTenantId: string; contractId: string }
type Leaf = { leaf_index: number; seq: number }

const hex = (bytes: Buffer) => bytes.toString('hex')

/** A contract's log, as far as it is under the newest signed head, with its way there; null while no line is. */
export async function readProof({ db }: Pick<Deps, 'db'>, place: Place): Promise<LogProof | null> {
  const { homeTenantId: tenantId, contractId } = place
  const written = await db.read(tenantId, (home) => linesOf(home, place))
  const head = await db.directory(newestHead)
  if (!head) return null
  const groups = grouped(written, await db.directory((directory) => leavesOver(directory, tenantId, written, head)))
  const covered = groups.at(-1)?.leaf.seq
  if (covered === undefined) return null
  // Anybody's visit may have written another line since the head was signed.
  const lines = written.filter(({ seq }) => seq <= covered)
  const chains = await db.read(tenantId, async (home) => {
    const made = []
    for (const { from, leaf } of groups) made.push(await chainBetween(home, tenantId, from, leaf.seq))
    return made
  })
  const ways = await db.directory(async (directory) => {
    const read = nodeReader(directory)
    const made = []
    for (const { leaf } of groups) made.push(await inclusionProof(leaf.leaf_index, head.size, read))
    return made
  })
  const anchors = groups.flatMap(({ leaf }, index): Anchor[] => {
    const chain = chains[index]
    return chain ? [{ ...chain, leafIndex: leaf.leaf_index, proof: (ways[index] ?? []).map(hex) }] : []
  })
  const { size, root, signed_at: at, signature } = head
  const signed = { size, root: hex(root), at, signature: signature.toString('base64') }
  return { tenantId, contractId, lines, anchors, head: signed }
}

/** Each leaf that is the nearest above some lines, with the first of them. */
function grouped(lines: LogLine[], leaves: Leaf[]): { from: number; leaf: Leaf }[] {
  const groups: { from: number; leaf: Leaf }[] = []
  let rest = leaves
  for (const { seq: from } of lines) {
    const current = groups.at(-1)
    if (current && current.leaf.seq >= from) continue
    rest = rest.filter(({ seq }) => seq >= from)
    const [leaf] = rest
    if (!leaf) break
    groups.push({ from, leaf })
  }
  return groups
}

/** The contract's log as it was hashed, as far as it is on the chain. */
async function linesOf(home: Db, { homeTenantId, contractId }: Place): Promise<LogLine[]> {
  const rows = await home
    .selectFrom('contract_log')
    .where('tenant_id', '=', homeTenantId)
    .where('contract_id', '=', contractId)
    .where('seq', 'is not', null)
    .orderBy('log_no')
    .select(['log_no', 'seq', 'at', 'account_id', 'who', 'verb', 'detail', 'address', 'user_agent'])
    .$narrowType<{ seq: NotNull }>()
    .execute()
  return rows.map(({ log_no: logNo, account_id: accountId, user_agent: userAgent, ...line }) => {
    return { logNo, accountId, userAgent, ...line }
  })
}

const newestHead = (directory: Db) =>
  directory.selectFrom('signed_head').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()

/** The leaf next above each line, as far as there is one under the head: a chain has had many. */
async function leavesOver(
  directory: Db,
  tenantId: string,
  lines: readonly LogLine[],
  { size }: { size: number },
): Promise<Leaf[]> {
  const { rows } = await sql<Leaf>`
    select distinct leaf.seq, leaf.leaf_index
    from unnest(${lines.map(({ seq }) => seq)}::bigint[]) as line (seq)
    cross join lateral (
      select seq, leaf_index from audit_leaf
      where chain_tenant_id = ${tenantId}::uuid and seq >= line.seq and leaf_index < ${size}
      order by seq limit 1) as leaf
    order by leaf.seq`.execute(directory)
  return rows
}

async function chainBetween(
  home: Db,
  tenantId: string,
  from: number,
  to: number,
): Promise<Pick<Anchor, 'firstSeq' | 'before' | 'hashes'>> {
  const rows = await home
    .selectFrom('contract_log')
    .where('tenant_id', '=', tenantId)
    .where('seq', '>=', from - 1)
    .where('seq', '<=', to)
    .orderBy('seq')
    .select(['seq', 'line_hash', 'chain_hash'])
    .$narrowType<{ seq: NotNull }>()
    .execute()
  const before = rows.find(({ seq }) => seq === from - 1)?.chain_hash ?? genesis(tenantId)
  const hashes = rows.filter(({ seq }) => seq >= from).map(({ line_hash }) => hex(line_hash))
  return { firstSeq: from, before: hex(before), hashes }
}
