import { checkDetached, type DetachedTrust, type DetachedVerdict } from '@moqi/verify/check-detached'
import { genesis, headBytes, lineHash, linkAll } from './audit-chain.ts'
import { type Anchor, type EvidenceProblem, LogProof, problem } from './evidence.ts'
import { leafHash, rootFromInclusion } from './merkle-tree.ts'
import { treeHeadBytes } from './tree-head.ts'

/** What a proof is judged with: `roots` are trusted, `offered` only tell a broken signature from an unknown signer. */
export type ProofTrust = DetachedTrust & { offered?: Buffer[] }

/** What became of a proof; `signer` and `provenTime` (ms) are those of the tree's head, null when there are none. */
export interface CheckedProof {
  problems: EvidenceProblem[]
  signer: string | null
  provenTime: number | null
}

/**
 * Checks that a contract's log is whole, unchanged, and under a signed head of the tree. Never throws for bad input.
 */
export function checkLogProof(input: unknown, trust: ProofTrust): CheckedProof {
  const { data: proof } = LogProof.safeParse(input)
  if (!proof) return { problems: [problem('proof-unreadable')], signer: null, provenTime: null }
  const head = checkHead(proof, trust)
  const problems = [...orderProblems(proof), ...anchorProblems(proof), ...head.problems]
  return { problems, signer: head.signer, provenTime: head.provenTime }
}

function orderProblems({ lines }: LogProof): EvidenceProblem[] {
  const problems: EvidenceProblem[] = []
  for (const [index, { logNo, seq }] of lines.entries()) {
    const before = lines[index - 1]
    if (logNo !== (before?.logNo ?? 0) + 1) problems.push(problem('log-gap', `第${(before?.logNo ?? 0) + 1}条`))
    if (before && seq <= before.seq) problems.push(problem('log-order', `第${logNo}条`))
  }
  return problems
}

function anchorProblems(proof: LogProof): EvidenceProblem[] {
  const proven = new Set<number>()
  const problems = proof.anchors.flatMap((anchor) => {
    const wrong = proof.lines.filter(({ seq }) => holds(anchor, seq)).filter((line) => !isInPlace(proof, anchor, line))
    for (const { seq } of proof.lines) if (holds(anchor, seq)) proven.add(seq)
    return [...wrong.map(({ logNo }) => problem('line-changed', `第${logNo}条`)), ...rootProblems(proof, anchor)]
  })
  const bare = proof.lines.filter(({ seq }) => !proven.has(seq))
  return [...problems, ...bare.map(({ logNo }) => problem('line-unproven', `第${logNo}条`))]
}

const holds = ({ firstSeq, hashes }: Anchor, seq: number) => seq >= firstSeq && seq < firstSeq + hashes.length

function isInPlace({ tenantId, contractId }: LogProof, anchor: Anchor, line: LogProof['lines'][number]): boolean {
  const expected = anchor.hashes[line.seq - anchor.firstSeq]
  return lineHash({ tenantId, contractId, ...line }).toString('hex') === expected
}

const bytesOf = (hex: string) => Buffer.from(hex, 'hex')

function rootProblems({ tenantId, head }: LogProof, anchor: Anchor): EvidenceProblem[] {
  const { firstSeq, before, hashes, leafIndex: index, proof } = anchor
  const seq = firstSeq + hashes.length - 1
  const where = `序号${seq}`
  if (firstSeq === 1 && before !== genesis(tenantId).toString('hex')) return [problem('chain-broken', where)]
  const chainHash = linkAll(bytesOf(before), hashes.map(bytesOf))
  const leaf = leafHash(headBytes({ tenantId, seq, chainHash }))
  const root = rootFromInclusion({ index, size: head.size }, leaf, proof.map(bytesOf))
  return root?.toString('hex') === head.root ? [] : [problem('inclusion-wrong', where)]
}

function checkHead({ head }: LogProof, trust: ProofTrust): CheckedProof {
  const content = treeHeadBytes({ size: head.size, root: bytesOf(head.root), at: head.at })
  const signature = Buffer.from(head.signature, 'base64')
  const judge = (roots: Buffer[]): DetachedVerdict => checkDetached(signature, content, { ...trust, roots })
  const judged = judge(trust.roots)
  const { signer, provenTime } = judged
  if (judged.valid) return { problems: [], signer, provenTime }
  const untrusted = judge([...trust.roots, ...(trust.offered ?? [])]).valid
  const found = problem(untrusted ? 'head-untrusted' : 'head-invalid', judged.problem ?? undefined)
  return { problems: [found], signer, provenTime: null }
}
