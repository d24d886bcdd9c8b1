import type { File } from '@moqi/api/shapes'
import { signKinds } from '@moqi/domain/contract/sign-kind'
import { willKinds } from '@moqi/domain/contract/will-kind'
import { isMaskedIdNumber } from '@moqi/domain/identity/party-id-number'
import { dropDraft, keepDraft, readDraft } from '../../client/form-drafts.ts'
import { currentTenantId } from '../../client/space-store.ts'
import { isFlag, isNumber, isText, listOf, oneOf, orNull, record, type Shape } from '../../client/stored-shape.ts'
import type { DraftCc, DraftParty, LaunchDraft } from './draft.ts'
import { isUnsaved, useLaunch } from './launch-store.ts'

const isFile = record<File>({
  fileId: isText,
  fileName: isText,
  pageCount: isNumber,
  fileSize: isNumber,
  sha256: isText,
  fileUrl: isText,
  pageArray: listOf(record({ width: isNumber, height: isNumber })),
})

const isParty = record<DraftParty>({
  signerNo: isNumber,
  kind: oneOf('company', 'person'),
  own: isFlag,
  signerName: isText,
  phone: isText,
  companyName: isText,
  creditCode: isText,
  idNumber: isText,
  signKind: oneOf(...signKinds),
  together: isFlag,
  willKind: oneOf(...willKinds),
  privateMessage: isText,
  forcedReading: isFlag,
})

const isCc = record<DraftCc>({
  key: isText,
  name: isText,
  phone: isText,
  companyName: isText,
  when: oneOf('send', 'finish'),
})

/** Whether a draft was kept. */
export const isDraft: Shape<LaunchDraft> = record<LaunchDraft>({
  signId: orNull(isText),
  version: isNumber,
  taskName: isText,
  taskNo: isText,
  remark: isText,
  signExpireTime: orNull(isNumber),
  contractEndTime: orNull(isNumber),
  order: oneOf('order', 'disorder', 'mixed'),
  files: listOf(isFile),
  attachments: listOf(isFile),
  parties: listOf(isParty),
  cc: listOf(isCc),
  saveContacts: isFlag,
})

/** Identity numbers are typed again: none is left behind in a browser. */
const withoutIdNumbers = (draft: LaunchDraft): LaunchDraft => ({
  ...draft,
  parties: draft.parties.map((party) => (isMaskedIdNumber(party.idNumber) ? party : { ...party, idNumber: '' })),
})

/** A new contract has no name yet, but the space that launches it. */
const nameOf = (signId: string | null) => `launch ${signId ?? currentTenantId()}`

/** The contract in the making that did not reach the server before the session ended, or null. */
export function keptLaunch(signId: string | null): LaunchDraft | null {
  const kept = readDraft(nameOf(signId))
  return isDraft(kept) && kept.signId === signId ? kept : null
}

/**
 * Keeps what is typed in the wizard as long as it is not saved (checklist X1); answers how to stop. Places are saved
 * with each step and not kept here.
 */
export function keepLaunch(): () => void {
  return useLaunch.subscribe((state, before) => {
    const name = state.draft && isUnsaved(state) ? nameOf(state.draft.signId) : null
    // The first save gives it another name.
    const old = before.draft && nameOf(before.draft.signId)
    if (old && old !== name) dropDraft(old)
    if (name && state.draft) keepDraft(name, withoutIdNumbers(state.draft))
  })
}
