import { hourMs } from '@moqi/domain/time/civil-date'
import { announceNewDevice } from '#src/accounts/announce-new-device.ts'
import { sendUnlockCode } from '#src/accounts/unlock-code.ts'
import { archiveContract } from '#src/archive/archive-contract.ts'
import { completeArchive } from '#src/archive/complete-archive.ts'
import { renewArchive } from '#src/archive/renew-archive.ts'
import { timestampContract } from '#src/archive/timestamp-contract.ts'
import { passSeats } from '#src/approvals/pass-seats.ts'
import { remindApprovers } from '#src/approvals/remind-approvers.ts'
import { stampApproved } from '#src/approvals/stamp-approved.ts'
import { ageAuths } from '#src/spaces/age-auths.ts'
import { ageDrafts } from '#src/contracts/age-drafts.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { watchMembers } from '#src/company-security/watch-members.ts'
import { claimEntries } from '#src/contracts/claim-entries.ts'
import { endPartyAuth, endPartyAuths } from '#src/contracts/end-party-auth.ts'
import { renameCompanyParties, renameCompanyParty } from '#src/contracts/rename-company-party.ts'
import { renameParties } from '#src/contracts/rename-parties.ts'
import { renameParty } from '#src/contracts/rename-party.ts'
import { expireContract } from '#src/contracts/close-contract.ts'
import { indexContract } from '#src/contracts/index-contract.ts'
import { judgeContract } from '#src/lending/judge-contract.ts'
import { handOver } from '#src/members/hand-over.ts'
import { sendChatNotice } from '#src/members/work-chat/send-chat-notice.ts'
import { syncWorkChat } from '#src/members/work-chat/sync-work-chat.ts'
import { remindContractEnd, remindDeadline } from '#src/contracts/remind-parties.ts'
import { dropDownload, packDownload } from '#src/contracts/download-later.ts'
import { emptyBin } from '#src/contracts/recycle-bin.ts'
import { sendBatch } from './batches/send-batch.ts'
import { dropUploads } from './files/drop-uploads.ts'
import { remindTerms } from '#src/filings/remind-terms.ts'
import { closeOrder, closePayment } from '#src/cores/order/close-order.ts'
import { issueInvoice } from '#src/cores/invoice/issue-invoice.ts'
import { returnPayment } from '#src/cores/order/give-back.ts'
import { askPayment } from '#src/cores/order/settle-payment.ts'
import { reportPayment } from '#src/orders/cashier.ts'
import { expirePacks } from '#src/cores/quota/expire-packs.ts'
import { warnEnding, warnQuota } from '#src/cores/quota/warn-quota.ts'
import { turnGrant } from '#src/cores/seal/turn-grant.ts'
import { turnSeal } from '#src/cores/seal/turn-seal.ts'
import { closeCompany } from '#src/closing/close-company.ts'
import { changeCompany } from '#src/members/change-company.ts'
import { endMembership } from '#src/members/former-member.ts'
import { issueBundle } from '#src/evidence/issue-bundle.ts'
import { buildExport } from '#src/exports/build-export.ts'
import { dropExport } from '#src/exports/drop-export.ts'
import { signAutomatically } from '#src/grants/sign-automatically.ts'
import { recallLetter } from '#src/grants/recall-letter.ts'
import { makeFirstSeal } from '#src/seals/make-first-seal.ts'
import { sendCompanyLetter } from '#src/spaces/company-letter.ts'
import { lapsePayment, payCompany } from '#src/spaces/company-payment.ts'
import { followFace } from '#src/spaces/face-verdict.ts'
import { askArrived } from '#src/spaces/reverse-payment.ts'
import { readPersonVerdict } from '#src/spaces/person-verdict.ts'
import { verifyFinished } from '#src/signing/verify-finished.ts'
import { anchorHeads } from '#src/platform/audit/anchor-heads.ts'
import { isBackupRunning } from '#src/platform/backup/hold-back.ts'
import { freeBlobs } from '#src/platform/blobs/blob-holders.ts'
import { sweepOrphansOfHour } from '#src/platform/backup/sweep-orphans-of-hour.ts'
import { deliverMessage } from '#src/platform/messages/deliver-message.ts'
import { readReceipt } from '#src/platform/messages/read-receipt.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobHandlers } from '#src/platform/jobs/jobs.ts'
import { scrubInParts } from '#src/platform/scrub/scrub-in-parts.ts'
import { noteFreezing } from '#src/tenants/note-freezing.ts'
import { lapseLook } from '#src/tenants/look-into-tenant.ts'
import { sweep } from '#src/platform/jobs/sweep.ts'

/** Every kind of job with the function that does it. */
export const jobHandlers = (deps: Deps): JobHandlers => ({
  ageDrafts: async () => {
    await ageDrafts(deps)
    await dropUploads(deps)
  },
  ageAuths: async () => {
    await ageAuths(deps)
    await remindTerms(deps)
  },
  endLook: (payload) => lapseLook(deps, payload),
  announceNewDevice: (payload) => announceNewDevice(deps, payload),
  sendUnlockCode: (payload) => sendUnlockCode(deps, payload),
  anchorHeads: () => anchorHeads(deps),
  askArrived: (payload) => askArrived(deps, payload),
  askPayment: (payload) => askPayment(deps, payload),
  buildExport: (payload) => buildExport(deps, payload, issueBundle),
  archiveContract: (payload) => archiveContract(deps, payload),
  closeCompany: (payload) => closeCompany(deps, payload, { changeCompany, endMembership }),
  closeOrder: (payload) => closeOrder(deps, payload),
  closePayment: (payload) => closePayment(deps, payload),
  completeArchive: (payload) => completeArchive(deps, payload),
  claimEntries: (payload) => claimEntries(deps, payload),
  deliverMessage: (payload) => deliverMessage(deps, payload, (to, message) => sendChatNotice(deps, to, message)),
  recallLetter: (payload) => byJob(recallLetter)(deps, payload),
  followFace: (payload) => followFace(deps, payload),
  readPersonVerdict: (payload) => readPersonVerdict(deps, payload),
  readReceipt: (payload) => readReceipt(deps, payload),
  dropDownload: (payload) => dropDownload(deps, payload),
  dropExport: (payload) => dropExport(deps, payload),
  emptyBin: (payload) => emptyBin(deps, payload),
  expireContract: (payload) => byJob(expireContract)(deps, payload),
  freeBlobs: async (payload) => {
    if (!(await isBackupRunning(deps))) return freeBlobs(deps, payload)
    await deps.db.directoryWrite((tx) => enqueue(tx, 'freeBlobs', payload, { delayMs: hourMs }))
  },
  handOver: async (payload) => {
    await handOver(deps, payload)
    await passSeats(deps, payload)
  },
  issueInvoice: (payload) => issueInvoice(deps, payload),
  indexContract: (payload) => indexContract(deps, payload),
  judgeContract: (payload) => judgeContract(deps, payload),
  lapsePayment: (payload) => lapsePayment(deps, payload),
  makeFirstSeal: (payload) => makeFirstSeal(deps, payload),
  noteFreezing: (payload) => noteFreezing(deps, payload),
  packDownload: (payload) => packDownload(deps, payload),
  payCompany: (payload) => payCompany(deps, payload),
  remindApprovers: (payload) => remindApprovers(deps, payload),
  remindContractEnd: (payload) => byJob(remindContractEnd)(deps, payload),
  remindDeadline: (payload) => byJob(remindDeadline)(deps, payload),
  renewArchive: (payload) => renewArchive(deps, payload),
  endPartyAuths: (payload) => endPartyAuths(deps, payload),
  endPartyAuth: (payload) => byJob(endPartyAuth)(deps, payload),
  renameCompanyParties: (payload) => renameCompanyParties(deps, payload),
  renameCompanyParty: (payload) => byJob(renameCompanyParty)(deps, payload),
  renameParties: (payload) => renameParties(deps, payload),
  renameParty: (payload) => byJob(renameParty)(deps, payload),
  reportPayment: (payload) => reportPayment(deps, payload),
  returnPayment: (payload) => returnPayment(deps, payload),
  scrub: () => scrubInParts(deps),
  sendCompanyLetter: (payload) => sendCompanyLetter(deps, payload),
  sendBatch: (payload) => sendBatch(deps, payload),
  signAutomatically: (payload) => signAutomatically(deps, payload),
  stampApproval: (payload) => stampApproved(deps, payload),
  sweep: async () => {
    await sweep(deps)
    await expirePacks(deps)
    await warnEnding(deps)
  },
  sweepOrphans: (payload) => sweepOrphansOfHour(deps, payload),
  syncWorkChat: (payload) => syncWorkChat(deps, payload),
  timestampContract: (payload) => timestampContract(deps, payload),
  turnGrant: (payload) => turnGrant(deps, payload),
  turnSeal: (payload) => turnSeal(deps, payload),
  watchMembers: () => watchMembers(deps),
  warnQuota: (payload) => warnQuota(deps, payload),
  verifyFinished: (payload) => verifyFinished(deps, payload),
})
