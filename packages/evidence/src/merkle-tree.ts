import { hash } from 'node:crypto'

/**
 * The Merkle tree of RFC 9162 §2.1 over SHA-256. Only complete subtrees have a hash of their own that never changes:
 * level 0 holds the leaves, level n at index i covers the leaves from i·2ⁿ to (i+1)·2ⁿ.
 */
export type NodeReader = (level: number, index: number) => Buffer | Promise<Buffer>

/** A node's place and hash, to be stored. */
export interface TreeNode {
  level: number
  index: number
  hash: Buffer
}

const sha256 = (...parts: Buffer[]): Buffer => hash('sha256', Buffer.concat(parts), 'buffer')

/** The hash of a leaf (RFC 9162 §2.1.1). */
export const leafHash = (data: Buffer): Buffer => sha256(Buffer.of(0), data)

/** The hash over two subtrees (RFC 9162 §2.1.1). */
export const nodeHash = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(1), left, right)

/** The root of no leaves at all. */
export const emptyRoot: Buffer = hash('sha256', Buffer.alloc(0), 'buffer')

/** The nodes that become complete when a leaf is added to a tree of `size` leaves: itself first, then upwards. */
export async function appendLeaf(size: number, leaf: Buffer, read: NodeReader): Promise<TreeNode[]> {
  const nodes: TreeNode[] = [{ level: 0, index: size, hash: leaf }]
  let [level, index, top] = [0, size, leaf]
  while (index % 2 === 1) {
    top = nodeHash(await read(level, index - 1), top)
    level += 1
    index = (index - 1) / 2
    nodes.push({ level, index, hash: top })
  }
  return nodes
}

/** The root of the first `size` leaves (RFC 9162 §2.1.1). */
export const rootOf = (size: number, read: NodeReader): Promise<Buffer> =>
  size === 0 ? Promise.resolve(emptyRoot) : rangeHash(0, size, read)

/** The largest power of two smaller than `size`. */
function split(size: number): number {
  let half = 1
  while (half * 2 < size) half *= 2
  return half
}

/** The hash over the leaves from `start` to before `start + size`; `start` is a multiple of a power of two ≥ `size`. */
async function rangeHash(start: number, size: number, read: NodeReader): Promise<Buffer> {
  if (Number.isInteger(Math.log2(size))) return read(Math.log2(size), start / size)
  const half = split(size)
  return nodeHash(await rangeHash(start, half, read), await rangeHash(start + half, size - half, read))
}

/** The proof that leaf `index` is among the first `size` (RFC 9162 §2.1.3.1), from the leaf upwards. */
export async function inclusionProof(index: number, size: number, read: NodeReader): Promise<Buffer[]> {
  if (index >= size) throw new RangeError(`leaf ${index} of ${size}`)
  return path(index, 0, size, read)
}

async function path(index: number, start: number, size: number, read: NodeReader): Promise<Buffer[]> {
  if (size === 1) return []
  const half = split(size)
  if (index - start < half) {
    return [...(await path(index, start, half, read)), await rangeHash(start + half, size - half, read)]
  }
  return [...(await path(index, start + half, size - half, read)), await rangeHash(start, half, read)]
}

/** The root that a leaf and its proof lead to (RFC 9162 §2.1.3.2); null when the proof has the wrong length. */
export function rootFromInclusion(
  { index, size }: { index: number; size: number },
  leaf: Buffer,
  proof: readonly Buffer[],
): Buffer | null {
  if (index >= size) return null
  let [node, last, root] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      root = nodeHash(sibling, root)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, sibling)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? root : null
}

/** The proof that the first `before` leaves of a tree are still those of the tree of `size` (RFC 9162 §2.1.4.1). */
export async function consistencyProof(before: number, size: number, read: NodeReader): Promise<Buffer[]> {
  if (before < 1 || before > size) throw new RangeError(`${before} of ${size}`)
  return before === size ? [] : subproof({ before, start: 0, size, whole: true }, read)
}

type Part = { before: number; start: number; size: number; whole: boolean }

async function subproof({ before, start, size, whole }: Part, read: NodeReader): Promise<Buffer[]> {
  if (before === size) return whole ? [] : [await rangeHash(start, size, read)]
  const half = split(size)
  if (before <= half) {
    const proof = await subproof({ before, start, size: half, whole }, read)
    return [...proof, await rangeHash(start + half, size - half, read)]
  }
  const rest = { before: before - half, start: start + half, size: size - half, whole: false }
  return [...(await subproof(rest, read)), await rangeHash(start, half, read)]
}

/** Whether a proof shows that the tree with root `after` begins with the one with root `earlier` (§2.1.4.2). */
export function isConsistent(
  earlier: { size: number; root: Buffer },
  after: { size: number; root: Buffer },
  proof: readonly Buffer[],
): boolean {
  if (earlier.size === after.size) return proof.length === 0 && earlier.root.equals(after.root)
  if (earlier.size < 1 || earlier.size > after.size) return false
  const isPower = Number.isInteger(Math.log2(earlier.size))
  const [first, ...rest] = isPower ? [earlier.root, ...proof] : proof
  const both = first && replay(first, rest, { node: earlier.size - 1, last: after.size - 1 })
  return both?.old.equals(earlier.root) === true && both.now.equals(after.root)
}

/** Rebuilds both roots from the subtree that they share; null when the proof has the wrong length. */
function replay(first: Buffer, rest: readonly Buffer[], { node, last }: { node: number; last: number }) {
  let [old, now] = [first, first]
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  for (const sibling of rest) {
    if (last === 0) return null
    if (node % 2 === 1 || node === last) {
      old = nodeHash(sibling, old)
      now = nodeHash(sibling, now)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else {
      now = nodeHash(now, sibling)
    }
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 ? { old, now } : null
}
