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
 * The log of one contract with its way to one signed head of the tree; hashes in hexadecimal, the signature in
 * Base64.
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

const BesideFile = z.object({ path: z.string(), length: Count, sha256: Sha256 })
/** What lies beside the documents in a bundle, its README and the platform's roots, by its hash. */
export type BesideFile = z.infer<typeof BesideFile>

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
  /** Absent of bundles that were made before their READMEs and roots were listed. */
  besides: z.array(BesideFile).max(100).optional(),
  log: LogProof,
})
export type Evidence = z.infer<typeof Evidence>

type Row = readonly [severity: 'invalid' | 'indeterminate', zh: string, en: string]

const rows = {
  'bundle-unreadable': ['invalid', '证据包已损坏，无法读取', 'the bundle is damaged and cannot be read'],
  'bundle-too-large': ['invalid', '证据包解压后过大，已拒绝读取', 'the bundle would unpack to far more than it should'],
  'bundle-name': ['invalid', '证据包中有不应存在的文件名', 'the bundle holds a name that does not belong there'],
  'bundle-duplicate': ['invalid', '证据包中有重名文件', 'the bundle holds the same name twice'],
  'bundle-loose': [
    'invalid',
    '证据包中有不属于任何文件的数据',
    'the bundle holds bytes that belong to none of its files',
  ],
  'beside-differs': [
    'invalid',
    '证据包的说明或根证书被改动，或不在清单中',
    'README or roots of the bundle were changed or are not listed',
  ],
  'bundle-missing': ['invalid', '证据包缺少文件', 'a file is missing from the bundle'],
  'evidence-unreadable': ['invalid', 'evidence.json 无法读取', 'evidence.json cannot be read'],
  'file-hash': ['invalid', '合同文件与记录的指纹不一致', 'a document does not have the recorded hash'],
  'file-unlisted': ['invalid', '证据包中有未记录的合同文件', 'a document is not listed in evidence.json'],
  'file-not-logged': ['invalid', '合同文件的指纹与操作日志不一致', 'a document’s hash is not the one in the log'],
  'file-invalid': ['invalid', '合同文件验证未通过', 'a document’s signatures are not valid'],
  'file-indeterminate': ['indeterminate', '合同文件的签署人身份无法确认', 'who signed a document cannot be confirmed'],
  'signed-differs': ['invalid', '签署时的文件与操作日志不一致', 'a document is not what the log says was signed'],
  'report-invalid': ['invalid', '签署报告的平台签名无效', 'the platform’s signature on the report is not valid'],
  'report-untrusted': ['indeterminate', '无法确认签署报告由谁签名', 'who signed the report cannot be confirmed'],
  'report-foreign': ['invalid', '签署报告不属于这份证据', 'the report belongs to other evidence'],
  'signer-differs': [
    'invalid',
    '报告、文件与日志不是同一平台签名',
    'report, documents and log are not signed by the same platform',
  ],
  'proof-unreadable': ['invalid', '日志证明无法读取', 'the proof of the log cannot be read'],
  'log-gap': ['invalid', '操作日志缺少记录', 'a line of the log is missing'],
  'log-order': ['invalid', '操作日志的顺序被改动', 'the lines of the log are not in order'],
  'log-cut': ['invalid', '操作日志末尾不是本报告的记录', 'the log does not end with this report’s line'],
  'line-changed': ['invalid', '操作日志的记录被改动', 'a line of the log was changed'],
  'line-unproven': ['invalid', '操作日志的记录没有证明', 'a line of the log has no proof'],
  'chain-broken': ['invalid', '散列链不是从本空间开始', 'the hash chain does not begin with its tenant'],
  'inclusion-wrong': ['invalid', '散列链不在已签名的树根之下', 'the chain is not under the signed root'],
  'head-invalid': ['invalid', '树根的签名或时间戳无效', 'signature or time-stamp of the root is not valid'],
  'head-untrusted': ['indeterminate', '无法确认树根由谁签名', 'who signed the root cannot be confirmed'],
  'roots-unproven': [
    'indeterminate',
    '未指定受信任的根证书：证据包自带的根证书不能证明签名者是谁，请用 --root 指定',
    'no trusted root was named: the bundle’s own roots prove nothing about who signed; name one with --root',
  ],
} as const satisfies Record<string, Row>

/** What can be wrong with evidence: a closed list. */
export type EvidenceCode = keyof typeof rows

/** One thing that is wrong, in Chinese and English; `detail` says where. */
export interface EvidenceProblem {
  code: EvidenceCode
  severity: 'invalid' | 'indeterminate'
  message: string
  messageEn: string
  detail?: string
}

/** Every code there is. */
export const evidenceCodes = Object.keys(rows).filter((code): code is EvidenceCode => code in rows)

/** A problem in words. */
export function problem(code: EvidenceCode, detail?: string | number): EvidenceProblem {
  const [severity, message, messageEn] = rows[code]
  return { code, severity, message, messageEn, ...(detail !== undefined && { detail: String(detail) }) }
}
