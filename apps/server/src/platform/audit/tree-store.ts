import { appendLeaf, leafHash, type NodeReader } from '@moqi/evidence/merkle-tree'
import { type ChainHead, headBytes } from '@moqi/evidence/audit-chain'
import type { Db } from '#src/platform/database/database.ts'

/** Reads the tree's nodes, each once. */
export function nodeReader(db: Db): NodeReader {
  const known = new Map<string, Buffer>()
  return async (level, index) => {
    const name = `${level} ${index}`
    const before = known.get(name)
    if (before) return before
    const { hash } = await db
      .selectFrom('audit_node')
      .where('level', '=', level)
      .where('node_index', '=', index)
      .select('hash')
      .executeTakeFirstOrThrow()
    known.set(name, hash)
    return hash
  }
}

/** How many leaves the tree has. */
export async function treeSize(db: Db): Promise<number> {
  const last = await db
    .selectFrom('audit_leaf')
    .select('leaf_index')
    .orderBy('leaf_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? last.leaf_index + 1 : 0
}

/** Adds a chain's head as the next leaf, with the subtrees it completes. */
export async function addLeaf(tx: Db, size: number, head: ChainHead): Promise<void> {
  const row = { leaf_index: size, chain_tenant_id: head.tenantId, seq: head.seq, chain_hash: head.chainHash }
  await tx.insertInto('audit_leaf').values(row).execute()
  const nodes = await appendLeaf(size, leafHash(headBytes(head)), nodeReader(tx))
  await tx
    .insertInto('audit_node')
    .values(nodes.map(({ level, index, hash }) => ({ level, node_index: index, hash })))
    .execute()
}
