import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'

type Colleague = { accountId: string; name: string }

/** Whose contracts go to whom, and who saw to it. */
export type HandOver = { tenantId: string; from: Colleague; toAccountId: string; by: Colleague }

/** What each kind of job carries. A job runs at least once: its handler must bear a repeat. */
export type JobPayloads = {
  /** Of those made since that moment (ms) alone the space has one already, where it is given. */
  makeFirstSeal: { tenantId: string; accountId: string; since?: number }
  /** Has the contracts under way know a person by the new name. */
  renameParties: { accountId: string; was: string; is: string }
  renameParty: { tenantId: string; contractId: string; accountId: string; was: string; is: string }
  /** The same of a company, whose space it is. */
  renameCompanyParties: { company: string; was: string; is: string }
  renameCompanyParty: { tenantId: string; contractId: string; company: string; was: string; is: string }
  /** Has the contracts under way know that the platform has ended the authentication of a space, at that time (ms). */
  endPartyAuths: { tenantId: string; who: string; endedAt: number }
  endPartyAuth: { tenantId: string; contractId: string; ended: string; who: string; endedAt: number }
  claimEntries: { accountId: string }
  /** Sends a company the amount of its authentication; if nobody tells it in time, that has failed. */
  payCompany: { authId: string }
  lapsePayment: { authId: string }
  /** Asks the bank what has arrived for an authentication; `asked` is how often that was done before. */
  askArrived: { authId: string; asked: number }
  /** Sends a company's legal representative the letter of its authentication. */
  sendCompanyLetter: { authId: string }
  /** Asks the gateway what it has found of a person; `asked` is how often that was done before. */
  readPersonVerdict: { authId: string; asked: number }
  /** Sees to it that a face verification ends although nobody comes back. */
  followFace: { tenantId: string; faceId: string }
  /**
   * Reads the address book of a company's work chat, and takes over what has changed unless it is a `plan`; `leavers`
   * is how many somebody has agreed may leave. One that is `scheduled` queues the next.
   */
  syncWorkChat: { tenantId: string; mode: 'plan' | 'apply' | 'scheduled'; leavers: number }
  /** Queued by `queueSms` and `queueMail`. */
  deliverMessage: { messageId: string }
  /** Asks whether an SMS has arrived; `asked` is how often that was done before. */
  readReceipt: { messageId: string; asked: number }
  /** Adds validation data and a document time-stamp to a finished contract, then has it verified. */
  archiveContract: { tenantId: string; contractId: string }
  /**
   * Adds the revocation data that nobody answered when the contract was archived: certificates with their issuers, DER
   * in base64; `heads` are the files' hashes as they were then, `tries` how often it was asked since.
   */
  completeArchive: {
    tenantId: string
    contractId: string
    unanswered: { certificate: string; issuer: string }[]
    heads: string[]
    tries: number
  }
  /** Adds a further archive time-stamp before the last one's certificate ends. */
  renewArchive: { tenantId: string; contractId: string }
  /** Adds the time-stamp that an authority out of reach did not give. */
  timestampContract: { tenantId: string; contractId: string }
  /** Reads the files' text of a contract and makes its rows findable by it. */
  indexContract: { tenantId: string; contractId: string }
  verifyFinished: { tenantId: string; contractId: string }
  /** Writes to the logs of contracts that were frozen together, or let go on at that time (ms), why. */
  noteFreezing: { tenantId: string; freezingId: string; verb: 'freeze' | 'thaw'; reason: string; at: number }
  /** Judges what a contract that was sent says of loans and of blank amounts. */
  judgeContract: { tenantId: string; contractId: string }
  /** Gives a former member's contracts in the company to a colleague. */
  handOver: HandOver
  expireContract: { tenantId: string; contractId: string }
  /** Takes back a letter whose grant was revoked, or whose authentication has ended, while it was being signed. */
  recallLetter: { tenantId: string; contractId: string }
  /**
   * Puts the company's seal on a contract at its turn, if the company has authorised that; `tries` is how often it
   * broke.
   */
  signAutomatically: { tenantId: string; contractId: string; partyNo: number; tries: number }
  /** Moves a grant whose first day has come or whose last is over. */
  turnGrant: { tenantId: string; grantId: string }
  /** Tells that a seal's term ends soon, or ends it. */
  turnSeal: { tenantId: string; sealId: string }
  /** Tells signers and initiator that this deadline is near. */
  remindDeadline: { tenantId: string; contractId: string; signExpireTime: number }
  /** Tells the initiator that a finished contract ends in so many days. */
  remindContractEnd: { tenantId: string; contractId: string; contractEndTime: number; days: number }
  /** Removes for good what has lain in somebody's recycle bin for 30 days. */
  emptyBin: { tenantId: string; accountId: string; contractId: string; homeTenantId: string }
  /** Makes the archive that `download` asks for; later it is dropped. */
  packDownload: { tenantId: string; downloadId: string }
  dropDownload: { tenantId: string; downloadId: string }
  /** Goes on with an export of everything a company has; later its archive is dropped. */
  buildExport: { tenantId: string; exportId: string }
  dropExport: { tenantId: string; exportId: string }
  /** Closes a company whose grace period is over. */
  closeCompany: { tenantId: string; closingId: string }
  /** Puts the seals on a contract that an application was agreed to for. */
  stampApproval: { tenantId: string; approvalId: string }
  /** Tells who still has to decide on an application, day by day. */
  remindApprovers: { tenantId: string; approvalId: string; round: number }
  /** Tells an account's owner that a device not known before has signed in. */
  /** Null where the password was wrong. */
  sendUnlockCode: { accountId: string | null }
  announceNewDevice: { accountId: string; address: string; userAgent: string; at: number }
  /** Sends what waits in one lane of a batch, for a while; queues itself again while there is more. */
  sendBatch: { tenantId: string; batchId: string; lane: number }
  /** Tells who buys for a space that little is left; `left` is how much it was. */
  warnQuota: { tenantId: string; left: number }
  /** Closes an order that nobody has paid in time. */
  closeOrder: { tenantId: string; orderId: string }
  /** Asks the cashier about a payment that nobody has called back for. */
  askPayment: { paymentNo: string }
  /** The embedded cashier's callback. */
  reportPayment: { paymentNo: string }
  /** Has a bill paid no more, whose order is paid another way or over. */
  closePayment: { paymentNo: string }
  /** Gives a payment's money back; `asked` is how often the cashier has said that it is under way. */
  returnPayment: { paymentNo: string; asked?: number | undefined }
  /** Has an invoice, or the red letter of one, made out. */
  issueInvoice: { tenantId: string; invoiceId: string }
  /** Ends a look into a space that has lasted its time. */
  endLook: { tenantId: string; lookId: string }
  /** Frees bytes that nobody held a day ago, if nobody does now. */
  freeBlobs: { names: string[] }
  /** Tells of drafts that nobody touches, and deletes them in the end. */
  ageAuths: Record<string, never>
  /** Compares what members of companies do with what is usual for them. */
  watchMembers: Record<string, never>
  ageDrafts: Record<string, never>
  /** Reads a part of everything that is kept, and goes on until all has been read. */
  scrub: Record<string, never>
  sweep: Record<string, never>
  /** Removes bytes that no row has named for a day from a part of the store: the part of this hour of the day. */
  sweepOrphans: { hour?: number }
  /** Puts the log's chains under the signed tree. */
  anchorHeads: Record<string, never>
}
declare global {
  namespace GraphileWorker {
    interface Tasks extends JobPayloads {}
  }
}

/** The kinds of jobs there are. */
export type JobName = keyof JobPayloads
/** A job to be queued with what else is decided; `delayMs` 0 is at once, and a key names one job. */
export type JobRequest = {
  [K in JobName]: { name: K; payload: JobPayloads[K]; when?: { delayMs?: number; key?: string } }
}[JobName]
/** One function a kind of job; each bears a repeat. A missing one does not compile. */
export type JobHandlers = { [K in JobName]: (payload: JobPayloads[K]) => Promise<void> }

/**
 * In SQL the moment so many ms from now, null for at once: the application's clock says how long, the database's when.
 */
export const after = (delayMs: number | null): RawBuilder<Date | null> =>
  sql`now() + ${delayMs}::float8 * interval '1 millisecond'`

/** Queues a job inside the transaction: it exists if and only if the transaction commits. `delayMs` 0 is at once. */
export async function enqueue<K extends JobName>(
  tx: Db,
  name: K,
  payload: JobPayloads[K],
  when: { delayMs?: number; key?: string } = {},
): Promise<void> {
  await queue(tx, name, payload, when)
}

/** Queues a job that was asked for as data, as `enqueue` does. */
export const enqueueRequest = (tx: Db, { name, payload, when = {} }: JobRequest): Promise<void> =>
  queue(tx, name, payload, when)

async function queue(tx: Db, name: JobName, payload: object, when: { delayMs?: number; key?: string }): Promise<void> {
  const runAt = after(when.delayMs ?? null)
  await sql`select enqueue_job(${name}, ${JSON.stringify(payload)}::json, ${runAt}, ${when.key ?? null})`.execute(tx)
}
