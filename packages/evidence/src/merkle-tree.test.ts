import { array, assert, nat, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import {
  appendLeaf,
  consistencyProof,
  emptyRoot,
  inclusionProof,
  isConsistent,
  leafHash,
  nodeHash,
  type NodeReader,
  rootFromInclusion,
  rootOf,
} from './merkle-tree.ts'

/** The leaves of the test tree that certificate transparency implementations share. */
const shared = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']

async function tree(leaves: Buffer[]): Promise<NodeReader> {
  const nodes = new Map<string, Buffer>()
  const read: NodeReader = (level, index) => {
    const found = nodes.get(`${level} ${index}`)
    if (!found) throw new Error(`no node ${level} ${index}`)
    return found
  }
  for (const [size, leaf] of leaves.entries())
    for (const { level, index, hash } of await appendLeaf(size, leafHash(leaf), read))
      nodes.set(`${level} ${index}`, hash)
  return read
}

/** RFC 9162 §2.1.1, word by word. */
function plainRoot(leaves: Buffer[]): Buffer {
  const [only] = leaves
  if (!only) return emptyRoot
  if (leaves.length === 1) return leafHash(only)
  let half = 1
  while (half * 2 < leaves.length) half *= 2
  return nodeHash(plainRoot(leaves.slice(0, half)), plainRoot(leaves.slice(half)))
}

const some = (count: number) => Array.from({ length: count }, (_, index) => Buffer.from(`leaf ${index}`))

test('the roots of the shared test tree are those everybody has', async () => {
  const read = await tree(shared.map((hex) => Buffer.from(hex, 'hex')))
  const roots = await Promise.all([0, 1, 2, 3, 8].map((size) => rootOf(size, read)))
  expect(roots.map((root) => root.toString('hex'))).toEqual([
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ])
})

test('every root up to 70 leaves is that of the definition', async () => {
  const leaves = some(70)
  const read = await tree(leaves)
  for (let size = 0; size <= leaves.length; size++)
    expect(await rootOf(size, read)).toEqual(plainRoot(leaves.slice(0, size)))
})

test('every leaf of every tree up to 40 has a proof, which proves no other leaf, place, size or root', async () => {
  const leaves = some(40)
  const read = await tree(leaves)
  for (let size = 1; size <= leaves.length; size++) {
    const root = await rootOf(size, read)
    for (let index = 0; index < size; index++) {
      const proof = await inclusionProof(index, size, read)
      const leaf = leafHash(leaves[index] ?? Buffer.alloc(0))
      expect(rootFromInclusion({ index, size }, leaf, proof)).toEqual(root)
      const wrong = [
        rootFromInclusion({ index, size }, leafHash(Buffer.from('other')), proof),
        rootFromInclusion({ index: index === 0 ? size : index - 1, size }, leaf, proof),
        rootFromInclusion({ index, size }, leaf, [...proof, leaf]),
        size > 1 ? rootFromInclusion({ index, size }, leaf, proof.slice(1)) : null,
      ]
      for (const other of wrong) expect(other?.equals(root) ?? false).toBe(false)
    }
  }
})

test('every tree up to 40 leaves is consistent with those before it, and with no other', async () => {
  const leaves = some(40)
  const read = await tree(leaves)
  const forged = await tree(leaves.map((leaf, index) => (index === 3 ? Buffer.from('forged') : leaf)))
  for (let size = 1; size <= leaves.length; size++) {
    const after = { size, root: await rootOf(size, read) }
    for (let before = 1; before <= size; before++) {
      const earlier = { size: before, root: await rootOf(before, read) }
      const proof = await consistencyProof(before, size, read)
      expect(isConsistent(earlier, after, proof), `${before} in ${size}`).toBe(true)
      // The forged tree differs from its fourth leaf on.
      const other = { size: before, root: await rootOf(before, forged) }
      expect(isConsistent(other, after, proof)).toBe(before <= 3)
      expect(isConsistent(earlier, after, [...proof, after.root])).toBe(false)
    }
  }
})

test('no random proof proves anything', async () => {
  const read = await tree(some(21))
  const root = await rootOf(21, read)
  const hash = uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
  assert(
    property(nat(20), array(hash, { maxLength: 8 }), (index, proof) => {
      const made = rootFromInclusion({ index, size: 21 }, leafHash(Buffer.from('forged')), proof)
      return made === null || !made.equals(root)
    }),
    { numRuns: 500 },
  )
})
