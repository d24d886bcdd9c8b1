import type { Output, Sent } from '@moqi/api/call'
import type { Position } from '@moqi/api/shapes'
import type { Table } from '@moqi/api/table'
import { areaOf } from '@moqi/api/wire/area'
import { draftFileOf } from '@moqi/api/wire/file'
import { draftPartyOf } from '@moqi/api/wire/party'
import type { Draft } from '@moqi/domain/contract/draft-rules'
import { isMixedOrder } from '@moqi/domain/contract/order'
import { signKindOf } from '@moqi/domain/contract/sign-kind'
import { normalizeCompanyName } from '@moqi/domain/identity/company'
import { checkPartyIdNumber } from '@moqi/domain/identity/party-id-number'
import { readAmount, typedAmount } from '../../ui/amount.ts'
import { isOwnParty, turnsOf, type DraftParty, type LaunchDraft, type Self } from './draft.ts'

/** A draft as the server answers it (checklist C59). */
export type DraftInfo = Output<Table['getDraftInfo']>

type WireSigner = DraftInfo['signerArray'][number]

function partyOf(signer: WireSigner, self: Self, together: boolean): DraftParty {
  const kind = signer.signType === 1 ? ('company' as const) : ('person' as const)
  const { signerNo, signerName, phone } = signer
  const party = { signerNo, kind, signerName, phone, companyName: signer.companyName ?? '' }
  return {
    ...party,
    own: isOwnParty(party, self),
    creditCode: signer.creditCode ?? '',
    idNumber: signer.idNumber ?? '',
    signKind: signKindOf(kind, signer.signKind),
    together,
    willKind: signer.willAuthType,
    privateMessage: signer.privateMessage ?? '',
    forcedReading: signer.forcedReading === 1,
    paperDemands: signer.paperDemandArray.map(({ name, note, required }, index) => ({
      key: `paper${index}`,
      name,
      note: note ?? '',
      required: required === 1,
    })),
  }
}

/** The draft a wizard edits, from the server's. Parties come in signing order. */
export function draftFromWire(info: DraftInfo, self: Self): LaunchDraft {
  const signers = [...info.signerArray]
  // Chromium 109 has no toSorted.
  signers.sort((a, b) => a.signOrder - b.signOrder || a.signerNo - b.signerNo)
  const mixed = isMixedOrder(
    info.signOrderType,
    signers.map(({ signOrder }) => signOrder),
  )
  return {
    signId: info.signId,
    version: info.version,
    taskName: info.taskName,
    taskNo: info.taskNo,
    remark: info.remark ?? '',
    signExpireTime: info.signExpireTime,
    contractEndTime: info.contractEndTime,
    amount: typedAmount(info.contractAmount),
    order: mixed ? 'mixed' : info.signOrderType,
    files: info.fileArray,
    attachments: info.attachmentArray,
    parties: signers.map((signer, index) =>
      partyOf(signer, self, mixed && signer.signOrder === signers[index - 1]?.signOrder),
    ),
    cc: info.ccArray.map(({ companyName, ...one }, index) => ({
      ...one,
      companyName: companyName ?? '',
      key: `cc${index}`,
    })),
    saveContacts: info.saveContacts === 1,
  }
}

function signersOf(draft: LaunchDraft) {
  const turns = turnsOf(draft)
  return draft.parties.map((party, index) => ({
    signerNo: party.signerNo,
    signOrder: turns[index] ?? 1,
    signType: party.kind === 'company' ? (1 as const) : (0 as const),
    signerName: party.signerName.trim(),
    phone: party.phone.replace(/\s+/g, ''),
    companyName: party.kind === 'company' ? normalizeCompanyName(party.companyName) : null,
    creditCode: (party.kind === 'company' && party.creditCode.trim()) || null,
    idNumber: (party.kind === 'person' && party.idNumber.trim()) || null,
    signKind: signKindOf(party.kind, party.signKind),
    willAuthType: party.willKind,
    privateMessage: party.privateMessage.trim() || null,
    forcedReading: party.forcedReading,
    paperDemandArray: party.own ? [] : wireDemands(party.paperDemands),
  }))
}

/** Without those that have no name of their own yet. */
const wireDemands = (demands: DraftParty['paperDemands']) => {
  const named = new Map(demands.map((demand) => [demand.name.trim(), demand]))
  return [...named].flatMap(([name, { note, required }]) =>
    name ? [{ name, note: note.trim() || null, required }] : [],
  )
}

/** An id number is kept as a hash alone, so one that is not whole yet stays here. */
const sendable = <S extends { idNumber: string | null }>(signer: S): S =>
  signer.idNumber === null || checkPartyIdNumber(signer.idNumber).ok ? signer : { ...signer, idNumber: null }

const recipientsOf = (draft: LaunchDraft) =>
  draft.cc.map(({ name, phone, companyName, when }) => ({
    name: name.trim(),
    phone: phone.replace(/\s+/g, ''),
    companyName: companyName.trim() || null,
    when,
  }))

/** What `saveDraft` is sent (checklist C88): without ids for a new draft. */
export function draftToWire(draft: LaunchDraft): Sent<Table['saveDraft']> {
  return {
    ...(draft.signId !== null && { signId: draft.signId, version: draft.version }),
    taskName: draft.taskName.trim(),
    taskNo: draft.taskNo.trim() || null,
    remark: draft.remark.trim() || null,
    signExpireTime: draft.signExpireTime,
    contractEndTime: draft.contractEndTime,
    contractAmount: readAmount(draft.amount) ?? null,
    signOrderType: draft.order === 'disorder' ? 'disorder' : 'order',
    fileIdArray: draft.files.map((file) => file.fileId),
    fileNameArray: draft.files.map((file) => file.fileName),
    attachmentArray: draft.attachments.map(({ fileId, fileName }) => ({ fileId, fileName })),
    signerArray: signersOf(draft).map(sendable),
    ccArray: recipientsOf(draft),
    saveContacts: draft.saveContacts ? 1 : 0,
  }
}

/** The draft as the domain's rules judge it. */
export function draftForRules(draft: LaunchDraft, positions: readonly Position[]): Draft {
  return {
    kind: 'normal',
    subject: draft.taskName,
    contractNo: draft.taskNo,
    remark: draft.remark,
    signExpireTime: draft.signExpireTime,
    contractEndTime: draft.contractEndTime,
    files: draft.files.map(draftFileOf),
    parties: signersOf(draft).map(draftPartyOf),
    cc: recipientsOf(draft),
    areas: positions.map(areaOf),
  }
}

/** The places that still have a party, a file and a page; the others went with what they lay on. */
export function placesKept(draft: LaunchDraft, positions: readonly Position[]): Position[] {
  const numbers = new Set(draft.parties.map((party) => party.signerNo))
  const pages = new Map(draft.files.map((file) => [file.fileId, file.pageCount]))
  return positions.filter(({ signerNo, fileId, page }) => numbers.has(signerNo) && page <= (pages.get(fileId) ?? 0))
}
