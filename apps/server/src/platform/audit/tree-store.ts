import { appendLeaf, leafHash, type NodeReader, type TreeNode } from '@moqi/evidence/merkle-tree'
import { type ChainHead, headBytes } from '@moqi/evidence/audit-chain'
import type { Db } from '#src/platform/database/database.ts'

/** Reads the tree's nodes, each once. */
export function nodeReader(db: Db): NodeReader {
  const known = new Map<string, Buffer>()
  return async (level, index) => {
    const name = nodeName(level, index)
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

/** Adds places of chains as the next leaves, with the subtrees they complete. */
export async function addLeaves(tx: Db, size: number, places: readonly ChainHead[]): Promise<void> {
  if (places.length === 0) return
  const made = new Map<string, TreeNode>()
  const stored = nodeReader(tx)
  const read: NodeReader = (level, index) => made.get(nodeName(level, index))?.hash ?? stored(level, index)
  for (const [offset, place] of places.entries()) {
    const nodes = await appendLeaf(size + offset, leafHash(headBytes(place)), read)
    for (const node of nodes) made.set(nodeName(node.level, node.index), node)
  }
  const leaves = places.map(({ tenantId, seq, chainHash }, offset) => {
    return { leaf_index: size + offset, chain_tenant_id: tenantId, seq, chain_hash: chainHash }
  })
  await tx.insertInto('audit_leaf').values(leaves).execute()
  const nodes = [...made.values()].map(({ level, index, hash }) => ({ level, node_index: index, hash }))
  await tx.insertInto('audit_node').values(nodes).execute()
}

const nodeName = (level: number, index: number) => `${level} ${index}`
