import { hash } from 'node:crypto'

/** One line of a contract's operation log as it is hashed; `at` in ms since epoch. */
export interface AuditLine {
  tenantId: string
  contractId: string
  /** From 1, without gaps, in each contract. */
  logNo: number
  at: number
  accountId: string | null
  who: string
  verb: string
  detail: string | null
  address: string | null
  userAgent: string | null
}

const sha256 = (...parts: (Buffer | string)[]): Buffer => hash('sha256', Buffer.concat(parts.map(asBytes)), 'buffer')
const asBytes = (part: Buffer | string) => (typeof part === 'string' ? Buffer.from(part) : part)

/** The part of a line that is known before its number is: a JSON array, the same in every implementation. */
export const lineText = (line: Omit<AuditLine, 'logNo'>): string =>
  JSON.stringify([
    line.tenantId,
    line.contractId,
    line.at,
    line.accountId,
    line.who,
    line.verb,
    line.detail,
    line.address,
    line.userAgent,
  ])

/** The hash of one line: SHA-256 of its number, a space and its text. It reveals nothing of what it stands for. */
export const lineHash = (line: AuditLine): Buffer => sha256(`${line.logNo} ${lineText(line)}`)

/** Where a tenant's chain begins. */
export const genesis = (tenantId: string): Buffer => sha256(`moqi audit ${tenantId}`)

/** The chain's hash after one more line. */
export const link = (before: Buffer, line: Buffer): Buffer => sha256(before, line)

/** The chain's hash after several lines. */
export const linkAll = (before: Buffer, lines: readonly Buffer[]): Buffer =>
  lines.reduce((head, line) => link(head, line), before)

/** A tenant's chain at one moment, as it goes under the tree: how many lines there are and the hash after the last. */
export interface ChainHead {
  tenantId: string
  seq: number
  chainHash: Buffer
}

/** The bytes that stand for a chain's head in the tree. */
export const headBytes = ({ tenantId, seq, chainHash }: ChainHead): Buffer =>
  Buffer.from(JSON.stringify([tenantId, seq, chainHash.toString('hex')]))
