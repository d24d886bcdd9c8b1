import type { WrittenDraft, WrittenParty } from '@moqi/domain/contract/written-draft'
import type { Draft, DraftSigner } from '../draft.ts'
import { areaOf } from './area.ts'
import { draftPartyOf } from './party.ts'

/** A draft as it was sent. */
export const draftOf = (sent: Draft): WrittenDraft => ({
  subject: sent.taskName,
  contractNo: sent.taskNo ?? null,
  remark: sent.remark ?? null,
  signExpireTime: sent.signExpireTime ?? null,
  contractEndTime: sent.contractEndTime ?? null,
  amount: sent.contractAmount ?? null,
  signOrderType: sent.signOrderType,
  files: sent.fileArray,
  attachments: sent.attachmentArray,
  parties: sent.signerArray.map(writtenPartyOf),
  cc: sent.ccArray,
  saveContacts: sent.saveContacts === 1,
  areas: sent.positionArray?.map(areaOf),
})

const writtenPartyOf = (signer: DraftSigner): WrittenParty => ({
  ...draftPartyOf(signer),
  signKind: signer.signKind,
  willKind: signer.willAuthType,
  privateMessage: signer.privateMessage,
  forcedReading: signer.forcedReading,
  paperDemands: signer.paperDemandArray,
})
