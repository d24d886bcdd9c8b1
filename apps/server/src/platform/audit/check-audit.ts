import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { genesis, headBytes, lineHash, link } from '@moqi/evidence/audit-chain'
import { appendLeaf, leafHash, type NodeReader, rootOf } from '@moqi/evidence/merkle-tree'
import { type TreeHead, treeHeadBytes } from '@moqi/evidence/tree-head'
import { checkDetached, type DetachedTrust } from '@moqi/verify/check-detached'
import type { NotNull } from 'kysely'
import { z } from 'zod'
import type { Config } from '#src/platform/config.ts'
import type { Database, Db } from '#src/platform/database/database.ts'
import { headsFile } from './anchor-heads.ts'
import { placeFaults } from './check-places.ts'
import { lineOf } from './stored-line.ts'

/** A place where the log is not what was signed; `seq` or size where there is one. */
export type AuditFault = { what: string; tenantId: string | null; place: number | null }

/** A signed head as it is kept. */
export type KeptHead = TreeHead & { signature: Buffer }

type Checking = { db: Pick<Database, 'directory' | 'read'>; heads: readonly KeptHead[]; trust: DetachedTrust }

const page = 5000

/**
 * Recomputes every chain, the tree and every signed root, those that were kept beside the database as well, and names
 * what does not agree; empty when all does. Lines that are on no chain yet are judged by their hashes, for which the
 * journal answers.
 */
export async function checkAudit({ db, heads: keptHeads, trust }: Checking): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  const { spaces, chains, leaves } = await db.directory(async (directory) => ({
    spaces: await directory.selectFrom('space').select('tenant_id').orderBy('tenant_id').execute(),
    chains: await directory.selectFrom('audit_head').selectAll().orderBy('tenant_id').execute(),
    leaves: await directory.selectFrom('audit_leaf').selectAll().orderBy('leaf_index').execute(),
  }))
  const heads = new Map(chains.map((head) => [head.tenant_id, head]))
  const anchored = Map.groupBy(leaves, (leaf) => leaf.chain_tenant_id)
  for (const tenantId of new Set([...spaces.map((space) => space.tenant_id), ...heads.keys(), ...anchored.keys()])) {
    const anchors = new Map(anchored.get(tenantId)?.map((leaf) => [leaf.seq, leaf]))
    const head = heads.get(tenantId)
    faults.push(...(await db.read(tenantId, (tenant) => chainFaults(tenant, tenantId, head, anchors))))
  }
  const tree = await treeOf(leaves)
  const stored = await db.directory((directory) => directory.selectFrom('signed_head').selectAll().execute())
  const signed = stored.map(({ size, root, signed_at: at, signature }) => ({ size, root, at, signature }))
  for (const head of [...signed, ...keptHeads]) {
    const good = checkDetached(head.signature, treeHeadBytes(head), trust).valid
    if (!good) faults.push({ what: '树根签名无效', tenantId: null, place: head.size })
    const present = head.size <= leaves.length && (await rootOf(head.size, tree)).equals(head.root)
    if (!present) faults.push({ what: '与已签名的树根不一致', tenantId: null, place: head.size })
  }
  return faults
}

type Anchors = Map<number, { chain_hash: Buffer }>
type Head = { seq: number; chain_hash: Buffer } | undefined
/** How far a chain has been followed. */
type Followed = { seq: number; chain: Buffer }

async function chainFaults(tenant: Db, tenantId: string, head: Head, anchors: Anchors): Promise<AuditFault[]> {
  const faults: AuditFault[] = []
  const fault = (what: string, place: number) => faults.push({ what, tenantId, place })
  let at: Followed = { seq: 0, chain: genesis(tenantId) }
  for (let more = true; more;) {
    const rows = await linesAfter(tenant, tenantId, at.seq)
    for (const row of rows) at = follow(at, row, anchors, fault)
    more = rows.length === page
  }
  for (const missing of anchors.keys()) fault('日志被截断', missing)
  const isEnd = head ? head.seq === at.seq && head.chain_hash.equals(at.chain) : at.seq === 0
  if (!isEnd) fault('日志末端与记录不一致', at.seq)
  for (const row of await waitingLines(tenant, tenantId)) {
    if (!lineHash(lineOf(row)).equals(row.line_hash)) faults.push({ what: '日志记录被改动', tenantId, place: null })
  }
  const places = await placeFaults(tenant, tenantId)
  return [...faults, ...places.map((one) => ({ ...one, tenantId }))]
}

/** One line further. What follows is judged from the stored hash on, so that one fault is told once. */
function follow(
  { seq, chain }: Followed,
  row: Row,
  anchors: Anchors,
  fault: (what: string, place: number) => void,
): Followed {
  if (row.seq !== seq + 1) fault('日志缺少记录', seq + 1)
  const own = lineHash(lineOf(row))
  const made = link(chain, own)
  if (!own.equals(row.line_hash) || !made.equals(row.chain_hash)) fault('日志记录被改动', row.seq)
  const anchor = anchors.get(row.seq)
  if (anchor && !anchor.chain_hash.equals(made)) fault('与已锚定的日志不一致', row.seq)
  anchors.delete(row.seq)
  return { seq: row.seq, chain: row.chain_hash }
}

const linesAfter = (tenant: Db, tenantId: string, seq: number) =>
  tenant
    .selectFrom('contract_log')
    .where('tenant_id', '=', tenantId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(page)
    .selectAll()
    .$narrowType<{ seq: NotNull; chain_hash: NotNull }>()
    .execute()

const waitingLines = (tenant: Db, tenantId: string) =>
  tenant.selectFrom('contract_log').where('tenant_id', '=', tenantId).where('seq', 'is', null).selectAll().execute()

type Row = Awaited<ReturnType<typeof linesAfter>>[number]

type Leaf = { leaf_index: number; chain_tenant_id: string; seq: number; chain_hash: Buffer }

/** The tree as the leaves make it: what is stored of it is not believed. */
async function treeOf(leaves: Leaf[]): Promise<NodeReader> {
  const nodes = new Map<string, Buffer>()
  const read: NodeReader = (level, index) => nodes.get(`${level} ${index}`) ?? Buffer.alloc(32)
  for (const [size, { chain_tenant_id: tenantId, seq, chain_hash: chainHash }] of leaves.entries()) {
    const leaf = leafHash(headBytes({ tenantId, seq, chainHash }))
    for (const { level, index, hash } of await appendLeaf(size, leaf, read)) nodes.set(`${level} ${index}`, hash)
  }
  return read
}

const Kept = z.object({ size: z.int(), root: z.string(), at: z.number(), signature: z.string() })

/** The heads that were kept beside the database. */
export async function headsOutside(config: Pick<Config, 'dataDir'>): Promise<KeptHead[]> {
  const file = headsFile(config)
  if (!existsSync(file)) return []
  // What stands behind the last end of a line is being written.
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1)
  return lines.map((line) => {
    const { size, root, at, signature } = Kept.parse(JSON.parse(line))
    return { size, at, root: Buffer.from(root, 'hex'), signature: Buffer.from(signature, 'base64') }
  })
}
