import type { KeyEvent } from '../account/passkey.ts'
import type { GroupNews } from '../groups/group-news.ts'
import type { AuthEnd } from '../operators/auth-ending.ts'
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

/** A seal that somebody asked to be let use for one contract, as a notice names them. */
export type AboutGrant = { seal: string; title: string; contractNo: string; signId: string }

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
  /** A party is called `is` by now. */
  partyRenamed: AboutContract & { was: string; is: string }
  /** The platform has ended the authentication of `who`, who is a party of it or has sent it. */
  partyAuthEnded: AboutContract & { who: string; isInitiator: boolean }
  /** The platform has frozen it, or has let it go on. */
  contractFrozen: AboutContract & { isFrozen: boolean; reason: string }
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
  /** `name` asks for it. */
  grantAsked: Omit<AboutGrant, 'signId'> & { name: string }
  /** `name` has decided; `reason` why it was refused, null where the letter is to be signed. */
  grantAnswered: AboutGrant & { name: string; reason: string | null }
  /** The letter is signed: the seal may be used. */
  grantInForce: AboutGrant
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
  /** The same of a company's papers. */
  companyReviewed: { company: string; reason: string | null }
  /** A payment has arrived for the company's authentication that proves nothing, and why. */
  paymentUnfit: { company: string; reason: string }
  /** `name`, of that phone, asks to be invited. */
  joinAsked: { company: string; name: string; phone: string }
  /** `name` wants the administration of the company; objections are heard until `date`, as text. */
  appealed: { company: string; name: string; date: string }
  /** The administrators have objected to the appeal, and said so. */
  appealObjected: { company: string; creditCode: string }
  /** What became of an appeal: `reason` why not, null where its maker has become the administrator. */
  appealDecided: { company: string; creditCode: string; reason: string | null }
  /** The administration was taken from who is told, and given to `name`. */
  administrationTaken: { company: string; name: string }
  /** An appeal against who is told has come to nothing. */
  appealOver: { company: string; name: string }
  /** The paper of the person, or of the `company`, is valid until `date`, as text, which is near. */
  authLapses: { company: string | null; date: string }
  /** It was valid until then: the authentication has ended. */
  authLapsed: { company: string | null; date: string }
  /** `name` the person has now; `reason` why it is not another, null where it is; so many seals were revoked. */
  personChanged: { name: string; reason: string | null; n: number }
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
  /** Somebody of the platform looks into the space, for that reason; `company` null is the person's own. */
  platformLooks: { company: string | null; reason: string }
  /** The space was frozen for that reason; null: it is no longer. */
  spaceFrozen: { company: string | null; reason: string | null }
  /** The platform revoked a certificate of the space, for that reason. */
  certificateRevoked: { company: string | null; serial: string; reason: string }
  /** What an operator made of a report of fraud, and why. */
  reportDecided: { reportNo: string; upheld: boolean; reason: string }
  /** From `date` on, as text, whoever has no second step does not enter the company's space. */
  secondStepAsked: { company: string; date: string }
  /** `name` has let members enter from anywhere again, by a code to the phone. */
  networksOpened: { company: string; name: string; address: string }
  /** `what` a member did that is not usual for that member. */
  activityAlert: { name: string; what: string }
  /** `name` of the same company has opened it, for that reason. */
  contractViewed: { name: string; title: string; reason: string; signId: string }
  /** The term of a contract ends with `date`, and how that stands; `signId` null of what was not signed here. */
  termEnds: { title: string; date: string; words: string; signId: string | null }
  /** The platform has ended the authentication; `phone` is whom one objects with. */
  authEnded: { company: string | null; end: AuthEnd; phone: string }
  /** That of a member of `company` was ended. */
  memberAuthEnded: { company: string; name: string }
  /** `name` has begun to export everything that `company` has; `n` contracts. */
  exportOrdered: { company: string; name: string }
  /** It is there until `date`, as text; `left` contracts could not be read. */
  exportDone: { company: string; n: number; left: number; date: string }
  /** `name` has asked for the closing of `company`, which can be taken back until `date`, as text. */
  companyCloses: { company: string; name: string; date: string }
  companyStays: { company: string; name: string }
  companyClosed: { company: string }
  /** `lead` asks `company` to join its group, which can be answered until `date`, as text. */
  groupInvited: { group: string; lead: string; company: string; date: string }
  /** What `company` did, or had done to it, in a group; `words` the rules, where they were tightened. */
  groupChanged: { group: string; company: string; event: GroupNews; words: string }
  administrationOffered: { admin: string; company: string }
  invited: { admin: string; company: string; url: string }
}
/** What a person may be told. */
export type NoticeKind = keyof NoticeFacts
