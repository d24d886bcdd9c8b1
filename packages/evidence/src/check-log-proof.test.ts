import { anything, assert, property } from 'fast-check'
import { expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { genesis, headBytes, lineHash, link } from './audit-chain.ts'
import { checkLogProof } from './check-log-proof.ts'
import type { LogProof } from './evidence.ts'
import { appendLeaf, inclusionProof, leafHash, rootOf } from './merkle-tree.ts'
import { signTreeHead } from './tree-head.ts'

const on = await scene()
const roots = [on.root.key.identity.certificate]
const now = sceneTime.getTime()
const [tenantId, contractId] = ['tenant', 'contract']

const lineOf = (logNo: number, seq: number) => {
  return {
    logNo,
    seq,
    at: now,
    accountId: null,
    who: '李静',
    verb: 'view',
    detail: null,
    address: null,
    userAgent: null,
  }
}

/** Three lines of a contract among nine of its tenant, anchored twice in a tree of seven leaves. */
async function proofOf(): Promise<LogProof> {
  const lines = [lineOf(1, 2), lineOf(2, 4), lineOf(3, 8)]
  const hashes = Array.from({ length: 9 }, (_, index) => {
    const own = lines.find(({ seq }) => seq === index + 1)
    return own ? lineHash({ tenantId, contractId, ...own }) : leafHash(Buffer.of(index))
  })
  const chain = [genesis(tenantId)]
  for (const hash of hashes) chain.push(link(chain.at(-1) ?? hash, hash))
  const at = (seq: number) => chain[seq] ?? Buffer.alloc(0)
  const leaves = Array.from({ length: 7 }, (_, index) => leafHash(Buffer.of(100 + index)))
  for (const [index, seq] of [
    [2, 5],
    [6, 9],
  ] as const) {
    leaves[index] = leafHash(headBytes({ tenantId, seq, chainHash: at(seq) }))
  }
  const nodes = new Map<string, Buffer>()
  const read = (level: number, index: number) => nodes.get(`${level} ${index}`) ?? Buffer.alloc(32)
  for (const [size, leaf] of leaves.entries()) {
    for (const { level, index, hash } of await appendLeaf(size, leaf, read)) nodes.set(`${level} ${index}`, hash)
  }
  const anchor = async (firstSeq: number, seq: number, leafIndex: number) => ({
    firstSeq,
    before: at(firstSeq - 1).toString('hex'),
    hashes: hashes.slice(firstSeq - 1, seq).map((hash) => hash.toString('hex')),
    leafIndex,
    proof: (await inclusionProof(leafIndex, 7, read)).map((hash) => hash.toString('hex')),
  })
  const head = { size: 7, root: await rootOf(7, read), at: now }
  const signature = await signTreeHead({ key: await on.party('平台'), timestamps: on.timestamps }, head)
  return {
    tenantId,
    contractId,
    lines,
    anchors: [await anchor(2, 5, 2), await anchor(8, 9, 6)],
    head: { size: 7, root: head.root.toString('hex'), at: now, signature: signature.toString('base64') },
  }
}

const proof = await proofOf()
const check = (input: unknown) => checkLogProof(input, { roots, now })

const offering = (offered: Buffer[]) =>
  checkLogProof(proof, { roots: [], offered, now }).problems.map(({ code }) => code)

test('a proof over several anchors checks out, and says who signed the tree when', () => {
  expect(check(proof)).toEqual({ problems: [], signer: '平台', provenTime: now })
})

test('an anchor for a part of the lines does not stand for the others', () => {
  for (const [index, missing] of [
    [0, ['第3条']],
    [1, ['第1条', '第2条']],
  ] as const) {
    const problems = check({ ...proof, anchors: [proof.anchors[index]] }).problems
    expect(problems.map(({ code, detail }) => [code, detail])).toEqual(missing.map((place) => ['line-unproven', place]))
  }
})

test('without roots the head is of nobody known, with its own it is told apart from a broken one', () => {
  expect(offering(roots)).toEqual(['head-untrusted'])
  expect(offering([])).toEqual(['head-invalid'])
})

test('whatever is not a proof is called unreadable and throws nothing', () => {
  for (const input of [null, undefined, 1, '', [], {}, { ...proof, lines: [] }, { ...proof, head: null }]) {
    expect(check(input).problems.map(({ code }) => code)).toEqual(['proof-unreadable'])
  }
  assert(property(anything(), (input) => check(input).problems.length > 0))
})

test('any one value of a proof, replaced, is found', () => {
  const text = JSON.stringify(proof)
  const values = [...text.matchAll(/(?<=:)(?:"[^"]*"|\d+|null)|(?<=[[,])"[0-9a-f]{64}"/g)]
  expect(values.length).toBeGreaterThan(40)
  for (const { 0: value, index } of values) {
    const other = value.startsWith('"') ? '"x"' : '77'
    const input: unknown = JSON.parse(text.slice(0, index) + other + text.slice(index + value.length))
    expect([value, check(input).problems.length]).not.toEqual([value, 0])
  }
})
