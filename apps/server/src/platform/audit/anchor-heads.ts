import { appendFile, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rootOf } from '@moqi/evidence/merkle-tree'
import { signTreeHead, type TreeHead } from '@moqi/evidence/tree-head'
import { sql } from 'kysely'
import type { Config } from '#src/platform/config.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { sequenceJournal } from './sequence-journal.ts'
import { addLeaf, nodeReader, treeSize } from './tree-store.ts'

type Anchoring = Pick<Deps, 'db' | 'now' | 'authority' | 'config' | 'derivationKey'>

const treeLock = 71_052_019
const batch = 1000

/**
 * Sequences what waits, puts the heads of all chains that have grown under the tree and signs its root, with a
 * time-stamp. Runs every ten minutes, and when a report wants its lines anchored. Nothing is locked while a key or the
 * authority is asked.
 */
export async function anchorHeads(deps: Anchoring): Promise<void> {
  await sequenceJournal(deps)
  while ((await deps.db.directoryWrite(takeGrownHeads)) === batch);
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

/** One batch of leaves, by one node at a time; answers how many. */
async function takeGrownHeads(tx: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(${treeLock})`.execute(tx)
  const grown = await tx
    .selectFrom('audit_head as h')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_leaf as l')
            .whereRef('l.chain_tenant_id', '=', 'h.tenant_id')
            .whereRef('l.seq', '>=', 'h.seq')
            .select('l.leaf_index'),
        ),
      ),
    )
    .orderBy('h.tenant_id')
    .limit(batch)
    .select(['h.tenant_id', 'h.seq', 'h.chain_hash'])
    .execute()
  const size = await treeSize(tx)
  for (const [offset, { tenant_id: tenantId, seq, chain_hash: chainHash }] of grown.entries()) {
    await addLeaf(tx, size + offset, { tenantId, seq, chainHash })
  }
  return grown.length
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
