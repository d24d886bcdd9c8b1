import type { File, Position } from '@moqi/api/shapes'
import { controls } from '@moqi/domain/contract/controls'
import { signKinds } from '@moqi/domain/contract/sign-kind'
import { willKinds } from '@moqi/domain/contract/will-kind'
import { isMaskedIdNumber } from '@moqi/domain/identity/party-id-number'
import { dropDraft, keepDraft, readDraft } from '../../client/form-drafts.ts'
import { currentTenantId } from '../../client/space-store.ts'
import { isFlag, isNumber, isText, listOf, oneOf, orNull, record, type Shape } from '../../client/stored-shape.ts'
import type { DraftCc, DraftDemand, DraftParty, LaunchDraft } from './draft.ts'
import { isUnsaved, type Launch, type LaunchCopy, useLaunch } from './launch-store.ts'

const isFile = record<File>({
  fileId: isText,
  fileName: isText,
  pageCount: isNumber,
  fileSize: isNumber,
  sha256: isText,
  fileUrl: isText,
  pageArray: listOf(record({ width: isNumber, height: isNumber })),
})

const isDemand = record<DraftDemand>({ key: isText, name: isText, note: isText, required: isFlag })

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
  paperDemands: listOf(isDemand),
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
  amount: isText,
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

/** Of a place what the wizard cannot do without; the server judges the rest. */
const isPlace: Shape<Position> = (value): value is Position =>
  record<
    Pick<Position, 'positionId' | 'fileId' | 'page' | 'x' | 'y' | 'width' | 'height' | 'positionType' | 'signerNo'>
  >({
    positionId: isText,
    fileId: isText,
    page: isNumber,
    x: isNumber,
    y: isNumber,
    width: isNumber,
    height: isNumber,
    positionType: oneOf(...controls),
    signerNo: isNumber,
  })(value)

const isCopy = record<LaunchCopy>({ draft: isDraft, places: listOf(isPlace) })

/**
 * A contract in the making as this tab last had it. `placed` says whether its places wait to be saved. `onServer` and
 * `sending` tell this tab's own saves from another's; `sendingKey` repeats the one under way.
 */
export type KeptLaunch = LaunchCopy & {
  placed: boolean
  onServer: LaunchCopy | null
  sending: LaunchCopy | null
  sendingKey: string | null
}

const isKept = record<KeptLaunch>({
  draft: isDraft,
  places: listOf(isPlace),
  placed: isFlag,
  onServer: orNull(isCopy),
  sending: orNull(isCopy),
  sendingKey: orNull(isText),
})

/** A new contract has no name yet, but the space that launches it. */
const nameOf = (signId: string | null) => `launch ${signId ?? currentTenantId()}`

/** The contract in the making that did not reach the server before the page was left, or null. */
export function keptLaunch(signId: string | null): KeptLaunch | null {
  const kept = readDraft(nameOf(signId))
  return isKept(kept) && kept.draft.signId === signId ? kept : null
}

const withoutIds = (copy: LaunchCopy | null) => copy && { ...copy, draft: withoutIdNumbers(copy.draft) }

function keptOf(
  { places, placings, savedPlacings, onServer, sending, lostFields }: Launch,
  draft: LaunchDraft,
): KeptLaunch {
  // Repeated under its key a save must be the same to the letter.
  const repeats = lostFields?.input.signerArray.every(({ idNumber }) => !idNumber)
  return {
    draft: withoutIdNumbers(draft),
    places: [...places.present],
    placed: placings !== savedPlacings,
    onServer: withoutIds(onServer),
    sending: withoutIds(sending),
    sendingKey: lostFields && repeats ? lostFields.key : null,
  }
}

/** Keeps what is typed and placed in the wizard as long as it is not saved (checklist X1); answers how to stop. */
export function keepLaunch(): () => void {
  return useLaunch.subscribe((state, before) => {
    const name = state.draft && isUnsaved(state) ? nameOf(state.draft.signId) : null
    // The first save gives it another name.
    const old = before.draft && nameOf(before.draft.signId)
    if (old && old !== name) dropDraft(old)
    if (name && state.draft) keepDraft(name, keptOf(state, state.draft))
  })
}
