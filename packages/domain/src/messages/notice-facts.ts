import type { KeyEvent } from '../account/passkey.ts'
import type { SmsBudget } from './sms-budget.ts'

/**
 * A contract as a notice names it: `name` whom it is told, `url` the link of SMS and mail, null when there is none of
 * its own.
 */
export type AboutContract = { name: string; title: string; contractNo: string; signId: string; url: string | null }
/** Whom a party is asked by and until when, as text. */
type Asked = AboutContract & { who: string; date: string; url: string }

/** An application for the use of seals, named together, as a notice names it; `url` its page. */
export type AboutApproval = { approveId: string; seal: string; title: string; contractNo: string; url: string }

/** What each kind of notice is written from. */
export type NoticeFacts = {
  /** `initiator` is the person with the company. */
  toSign: Asked & { initiator: string }
  /** The same of an agreement that voids the contract which `title` names. */
  voidToSign: Asked & { initiator: string }
  /** It was meant to be sealed automatically, and is asked for by hand instead. */
  notAutomatic: AboutContract & { reason: string }
  voidFinished: AboutContract
  urged: Asked
  dueSigner: AboutContract & { date: string; url: string }
  dueInitiator: AboutContract & { date: string; n: number }
  extended: AboutContract & { date: string; url: string }
  transferred: Asked
  /** `what` `who` changed of the parties, as a phrase. */
  partiesChanged: AboutContract & { who: string; what: string; url: string }
  /** Somebody who signs it no more, because `who` changed the parties. */
  noLongerParty: AboutContract & { who: string }
  contractEnds: AboutContract & { date: string }
  rejected: AboutContract & { isInitiator: boolean; signer: string; reason: string }
  recalled: AboutContract
  /** Of the day's recalls that give a 份 back none is left. */
  notRefunded: AboutContract
  /** An SMS to `phone` (masked) was not sent. */
  smsWithheld: AboutContract & { phone: string; budget: SmsBudget }
  expired: AboutContract & { isInitiator: boolean }
  finished: AboutContract & { url: string }
  cc: AboutContract & { who: string; url: string }
  handedOver: AboutContract & { from: string }
  /** Nobody has touched the draft for 180 days; on `date` it goes into the recycle bin. */
  draftIdle: AboutContract & { date: string }
  /** What became of a batch: contracts sent, rows that failed, and rows with faults that were not tried. */
  batchSent: { template: string; batchId: string; sent: number; failed: number; unsent: number }
  /** `name` asks for it. */
  toApprove: AboutApproval & { name: string }
  approved: AboutApproval
  approvalRefused: AboutApproval & { name: string; reason: string }
  /** What was agreed to could not be stamped. */
  stampFailed: AboutApproval & { reason: string }
  /** `signer` says that the signature is not theirs. */
  signatureDisputed: { signer: string; title: string; contractNo: string }
  /** `at` in ms; `address` masked. */
  newDevice: { device: string; address: string; at: number }
  /** `name` the owner's own for the key; `at` in ms. */
  keyChanged: { name: string; event: KeyEvent; at: number }
  /** `seal` by its name; `name` who changed it. */
  sealChanged: { seal: string; name: string }
  /** An uploaded seal was looked at; `reason` why it was refused, null where it may be used. */
  sealReviewed: { seal: string; reason: string | null; path: string }
  /** Somebody has looked at the person's papers; `reason` why they were refused, null where they were not. */
  personReviewed: { reason: string | null }
  /** `date` as text: after it the seal signs no more. */
  sealExpires: { seal: string; date: string }
  /** `what` is unusual about a use by `name`. */
  sealAlert: { seal: string; sealId: string; name: string; what: string }
  /** `company` by its new name; so many of its seals were revoked. */
  sealsToRemake: { company: string; n: number }
  /** `pack` by its name, `amount` in 元 as text. */
  orderPaid: { pack: string; copies: number; amount: string; orderId: string }
  /** So many 份 are left. */
  quotaLow: { n: number }
  /** `n` 份 of a pack end with `date`. */
  packEnds: { pack: string; n: number; date: string }
  voucherRefused: { orderNo: string; orderId: string; reason: string }
  /** `reason` why the money was not given back; null where it was. */
  orderRefunded: { orderNo: string; orderId: string; amount: string; reason: string | null }
  /** Nothing arrived at `app`'s callback address for a day. */
  webhookPaused: { app: string; integrationId: string }
  /** An invoice to `title` was issued, or its red letter (`red`); `reason` why it was not. */
  invoiceDecided: { amount: string; title: string; red: boolean; invoiceId: string; reason: string | null }
  administrationOffered: { admin: string; company: string }
  invited: { admin: string; company: string; url: string }
}
/** What a person may be told. */
export type NoticeKind = keyof NoticeFacts
