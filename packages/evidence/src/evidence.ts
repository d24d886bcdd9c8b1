import { z } from 'zod'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)
const Place = Count.min(1)

const LogLine = z.object({
  logNo: Place,
  /** The line's place in its tenant's chain. */
  seq: Place,
  at: z.int(),
  accountId: z.string().nullable(),
  who: z.string(),
  verb: z.string(),
  detail: z.string().nullable(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
})
/** One line of the operation log, word for word as it was hashed; `at` in ms since epoch. */
export type LogLine = z.infer<typeof LogLine>

const Anchor = z.object({
  firstSeq: Place,
  before: Sha256,
  hashes: z.array(Sha256).min(1).max(5_000_000),
  leafIndex: Count,
  proof: z.array(Sha256).max(64),
})
/**
 * How some lines reach the tree: the chain's hash before the first of them, the hashes of all lines from it to the
 * anchored one (those of other contracts reveal nothing), the anchor's place among the leaves and its way to the root.
 */
export type Anchor = z.infer<typeof Anchor>

/**
 * The log of one contract with its way to one signed head of the tree; hashes in hexadecimal, the signature in Base64.
 */
export const LogProof = z.object({
  tenantId: z.string(),
  contractId: z.string(),
  lines: z.array(LogLine).min(1).max(20_000),
  anchors: z.array(Anchor).max(20_000),
  head: z.object({ size: Place, root: Sha256, at: z.int(), signature: z.base64() }),
})
export type LogProof = z.infer<typeof LogProof>

const EvidenceFile = z.object({
  /** Where it lies in the bundle. */
  path: z.string(),
  name: z.string(),
  fileId: z.string(),
  length: Count,
  sha256: Sha256,
  sm3: Sha256,
})
/** A file of a bundle as evidence.json names it, by its hash. */
export type EvidenceFile = z.infer<typeof EvidenceFile>

/** What `evidence.json` of a bundle holds; times in ms since epoch. */
export const Evidence = z.object({
  format: z.literal('moqi evidence 1'),
  reportNo: z.string(),
  issuedAt: z.int(),
  contract: z.object({
    taskNo: z.string(),
    subject: z.string(),
    state: z.string(),
    sentAt: z.int().nullable(),
    finishedAt: z.int().nullable(),
  }),
  files: z.array(EvidenceFile).max(100),
  log: LogProof,
})
export type Evidence = z.infer<typeof Evidence>
