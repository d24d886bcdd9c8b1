import { appendFile, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ChainHead } from '@moqi/evidence/audit-chain'
import { rootOf } from '@moqi/evidence/merkle-tree'
import { signTreeHead, type TreeHead } from '@moqi/evidence/tree-head'
import { type NotNull, sql } from 'kysely'
import type { Config } from '#src/platform/config.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { sequenceJournal } from './sequence-journal.ts'
import { addLeaves, nodeReader, treeSize } from './tree-store.ts'

type Anchoring = Pick<Deps, 'db' | 'now' | 'authority' | 'config' | 'derivationKey'>

const treeLock = 71_052_019
/** Leaves added in one transaction. */
const batch = 1000
/** No line is further from the next leaf of its chain than that: a proof tells every line in between. */
const linesALeaf = 64

/**
 * Sequences what waits, puts the heads of all chains that have grown under the tree, with places of theirs in between,
 * and signs its root, with a time-stamp. Runs every ten minutes, and when a report wants its lines anchored. Nothing
 * is locked while a key or the authority is asked.
 */
export async function anchorHeads(deps: Anchoring): Promise<void> {
  await sequenceJournal(deps)
  while (await deps.db.directoryWrite(takeGrownHeads));
  const head = await deps.db.directory((directory) => unsignedHead(deps, directory))
  if (!head) return
  const { certifier, timestamps } = deps.authority
  const signature = await signTreeHead({ key: await certifier(), timestamps }, head)
  await deps.db.directory((directory) =>
    directory
      .insertInto('signed_head')
      .values({ size: head.size, root: head.root, signed_at: head.at, signature })
      // Another node was quicker: its head of the same size says the same.
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
  await keepOutside(deps.config, head, signature)
}

/** One batch of leaves, by one node at a time; answers whether there may be more. */
async function takeGrownHeads(tx: Db): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(tx)
  const grown = await grownHeads(tx)
  const places: ChainHead[] = []
  for (const head of grown) {
    const room = batch - places.length
    if (room <= 0) break
    places.push(...(await placesUpTo(tx, head, room)))
  }
  await addLeaves(tx, await treeSize(tx), places)
  return places.length === batch || grown.length === batch
}

type GrownHead = { tenant_id: string; seq: number; chain_hash: Buffer; anchored: number }

/** Chains that have grown since their last leaf, `anchored`: the line it is of. */
const grownHeads = (tx: Db): Promise<GrownHead[]> =>
  tx
    .selectFrom('audit_head as h')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('audit_leaf as l')
          .whereRef('l.chain_tenant_id', '=', 'h.tenant_id')
          .select(({ fn }) => fn.coalesce(fn.max('l.seq'), sql<number>`0`).as('anchored'))
          .as('last'),
      (joined) => joined.onTrue(),
    )
    .whereRef('last.anchored', '<', 'h.seq')
    .orderBy('h.tenant_id')
    .limit(batch)
    .select(['h.tenant_id', 'h.seq', 'h.chain_hash', 'last.anchored'])
    .execute()

/** Places of a chain that become leaves: one in so many lines, and its head; the first `most` of them. */
async function placesUpTo(tx: Db, head: GrownHead, most: number): Promise<ChainHead[]> {
  const { tenant_id: tenantId, anchored } = head
  const end = { tenantId, seq: head.seq, chainHash: head.chain_hash }
  if (head.seq - anchored <= linesALeaf) return [end]
  const marked = await inTenant(tx, tenantId, () =>
    tx
      .selectFrom('contract_log')
      .where('tenant_id', '=', tenantId)
      .where('seq', '>', anchored)
      .where('seq', '<', head.seq)
      .where(sql<boolean>`(seq - ${anchored}::bigint) % ${linesALeaf} = 0`)
      .orderBy('seq')
      .limit(most)
      .select(['seq', 'chain_hash'])
      .$narrowType<{ seq: NotNull; chain_hash: NotNull }>()
      .execute(),
  )
  const places = marked.map(({ seq, chain_hash: chainHash }) => ({ tenantId, seq, chainHash }))
  return [...places, end].slice(0, most)
}

async function unsignedHead({ now }: Anchoring, directory: Db): Promise<TreeHead | null> {
  const size = await treeSize(directory)
  const signed = await directory.selectFrom('signed_head').where('size', '=', size).select('size').executeTakeFirst()
  if (size === 0 || signed) return null
  return { size, root: await rootOf(size, nodeReader(directory)), at: now() }
}

/** Where signed heads are kept beside the database: whoever rolls the database back does not reach them. */
export const headsFile = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'audit', 'heads.jsonl')

async function keepOutside(config: Pick<Config, 'dataDir'>, { size, root, at }: TreeHead, signature: Buffer) {
  const file = headsFile(config)
  await mkdir(dirname(file), { recursive: true })
  const line = { size, root: root.toString('hex'), at, signature: signature.toString('base64') }
  await appendFile(file, `${JSON.stringify(line)}\n`)
  const handle = await open(file, 'r')
  await handle.sync().finally(() => handle.close())
}
