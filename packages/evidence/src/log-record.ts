import { z } from 'zod'

/** How somebody proved the will to sign. */
export const willMethods = {
  sms: '短信验证码',
  pin: '签署密码',
  key: '通行密钥',
  certificate: 'USBKey',
} as const
/** By what a signer proved the will to sign. */
export type WillMethod = keyof typeof willMethods

const KeyProof = z.object({
  keyId: z.string(),
  /** COSE (RFC 9052), base64url. */
  publicKey: z.string(),
  /** Whether its owner's cloud carries it to other devices. */
  synced: z.boolean(),
  clientData: z.string(),
  authenticatorData: z.string(),
  signature: z.string(),
})
/**
 * A key's signature over what was willed, as WebAuthn has it, in base64url: its challenge ends with the SHA-256 of what
 * was consented to, so that the signature speaks for itself.
 */
export type KeyProof = z.infer<typeof KeyProof>

const CertificateProof = z.object({
  /** DER, base64; so are its issuers, the leaf's first. */
  certificate: z.string(),
  chain: z.array(z.string()),
  /** The challenge, which names its purpose, the origin and the SHA-256 of who consents to which documents. */
  code: z.string(),
  /** Base64, over the challenge in UTF-8, by the algorithm of the certificate's key. */
  signature: z.string(),
})
/** A certificate key's signature over what was willed: it speaks for itself. */
export type CertificateProof = z.infer<typeof CertificateProof>

const ProvenWay = z.object({
  method: z.enum(['sms', 'pin', 'key', 'certificate']),
  /** ms */
  at: z.int(),
  /** From where, and with what, it was proved; empty where it was not recorded. */
  address: z.string().default(''),
  userAgent: z.string().default(''),
  /** Of a key. */
  key: KeyProof.optional(),
  /** Of a certificate key. */
  certificate: CertificateProof.optional(),
})
/** One way in which a will was proved: which, when (ms), from which address and by which browser. */
export type ProvenWay = z.infer<typeof ProvenWay>

/** Every way in which a will was proved; of a record from when there was one alone, that one, or none. */
export const ProvenWill = z.union([z.array(ProvenWay), ProvenWay.nullable().transform((one) => (one ? [one] : []))])

/** What a report of the reading is read with. */
export const Reading = z.object({ seconds: z.int(), pagesSeen: z.int() })
/** What the signer's page reports of the reading: how long the contract was open, and how many pages were in view. */
export type Reading = z.infer<typeof Reading>

const SignRecord = z.object({
  /** What people read of it. */
  note: z.string().nullable(),
  /** Empty where it was not recorded. */
  will: ProvenWill,
  /** Null where no page reported it. */
  reading: Reading.nullable().default(null),
  seals: z.array(z.string()),
  /** What seals were used by that the signer has by grant alone: the letter's number, null where none was signed. */
  grants: z.array(z.object({ seal: z.string(), letterNo: z.string().nullable() })).default([]),
  /** Of an automatic signature: which party's, and the letter by which it was made. Null of one that a person made. */
  automatic: z.object({ partyNo: z.int(), letterNo: z.string() }).nullable().default(null),
  /** The documents as this signature left them. */
  files: z.array(z.object({ fileId: z.string(), sha256: z.string(), length: z.int() })),
})
/** What the log keeps of a signature: how the will was proved, the reading, the seals, by which grants, and hashes. */
export type SignRecord = z.infer<typeof SignRecord>

const ReportRecord = z.object({
  reportNo: z.string(),
  files: z.array(z.object({ fileId: z.string(), sha256: z.string(), sm3: z.string(), length: z.int() })),
})
/** What the log keeps of a report: its number and the documents' hashes at that moment. */
export type ReportRecord = z.infer<typeof ReportRecord>

const ApprovalRecord = z.object({
  /** What people read of it. */
  note: z.string().nullable(),
  approvalId: z.string(),
  partyNo: z.int(),
  /** Of who agreed; empty of any other line. */
  will: ProvenWill,
})
/** What the log keeps of a step of an application for the use of a seal: for which party, and by what proof of will. */
export type ApprovalRecord = z.infer<typeof ApprovalRecord>

const approvalVerbs: ReadonlySet<string> = new Set(['submitApproval', 'approve', 'refuse', 'recallApproval'])

const PaperRecord = z.object({
  partyNo: z.int(),
  /** What was asked for. */
  demand: z.string(),
  fileId: z.string(),
  /** Of the file as it can be read, and of the upload it was made from. */
  sha256: z.string(),
  originSha256: z.string(),
  length: z.int(),
})
/** What the log keeps of a file that a party hands in or takes back: for which demand, and the hashes. */
export type PaperRecord = z.infer<typeof PaperRecord>

type Line = { verb: string; detail: string | null }

function read<T>(schema: z.ZodType<T>, detail: string | null): T | null {
  if (!detail?.startsWith('{')) return null
  try {
    return schema.safeParse(JSON.parse(detail)).data ?? null
  } catch {
    return null
  }
}

/** By which verbs a log says that a signature was made: by a person, or by itself. */
export const signVerbs = ['sign', 'autoSign'] as const

/** The record in a line that says so; null for any other line, and for one written without. */
export const signRecordOf = ({ verb, detail }: Line): SignRecord | null =>
  signVerbs.some((known) => known === verb) ? read(SignRecord, detail) : null

/** The record in a `report` line; null for any other line. */
export const reportRecordOf = ({ verb, detail }: Line): ReportRecord | null =>
  verb === 'downloadReport' ? read(ReportRecord, detail) : null

/** The record in a line about an application; null for any other line. */
export const approvalRecordOf = ({ verb, detail }: Line): ApprovalRecord | null =>
  approvalVerbs.has(verb) ? read(ApprovalRecord, detail) : null

/** The record in a line about a file handed in or taken back; null for any other line. */
export const paperRecordOf = ({ verb, detail }: Line): PaperRecord | null =>
  verb === 'handIn' || verb === 'takeBack' ? read(PaperRecord, detail) : null

/** A line's detail as people read it. */
export function noteOf(line: Line): string | null {
  const signed = signRecordOf(line)
  if (signed) return signed.note
  const applied = approvalRecordOf(line)
  if (applied) return applied.note
  const paper = paperRecordOf(line)
  if (paper) return `${paper.demand}　SHA-256 ${paper.sha256.slice(0, 8)}…${paper.sha256.slice(-8)}`
  const report = reportRecordOf(line)
  return report ? `报告编号 ${report.reportNo}` : line.detail
}
