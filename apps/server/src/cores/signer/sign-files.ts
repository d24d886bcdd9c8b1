import type { Head, Layout, Slot } from '@moqi/signing/append/layout'
import { signDocument } from '@moqi/signing/append/sign-document'
import {
  type PlacedImage,
  type SignableDocument,
  SigningRefusal,
  type SignRequest,
} from '@moqi/signing/append/sign-request'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { signReason } from '@moqi/domain/contract/sign-reason'
import { Refusal } from '@moqi/domain/refusal'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { PartyPlace } from '#src/cores/contract/contract-files.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import { requireClock } from '#src/platform/authority/clock-check.ts'
import { isTimestampOutage } from '#src/platform/authority/timestamp-outage.ts'
import type { Deps } from '#src/platform/deps.ts'
import { frozenFiles } from '#src/platform/documents/frozen-files.ts'
import type { AppendedFile } from '#src/platform/documents/move-head.ts'
import type { Filled } from './chosen-images.ts'
import { fillInFault } from './fill-in-values.ts'

/** `seals`: the electronic seal (DER) of each kept seal that has one. */
type Signature = {
  key: SigningKey
  name: string
  /** Who acts, where the party is a company. */
  agent: string | null
  filled: Filled[]
  seals: ReadonlyMap<string, Buffer>
}
type SignDeps = Pick<Deps, 'now' | 'authority' | 'log'>

/**
 * Appends the party's signature to every file it signs (invariant 5): no file is read. When no time-stamp is to be had
 * the signature is made without one, and marked as waiting for a document time-stamp.
 */
export async function signFiles(
  deps: SignDeps,
  documents: OpenDocument[],
  signature: Signature,
): Promise<AppendedFile[]> {
  const byFile = Map.groupBy(signature.filled, ({ area }) => area.file_id)
  const signed: AppendedFile[] = []
  for (const { fileId, layout, head, slots } of documents) {
    const filled = byFile.get(fileId)
    if (!filled) continue
    const request = requestOf(deps, slots, filled, signature)
    const document = { layout, head, slots: slots.map(({ source }) => source) }
    const by = { key: signature.key, seals: sealsUsed(signature.seals, filled) }
    const made = await signNow(deps, by, document, request).catch((error: unknown) => {
      throw error instanceof SigningRefusal ? refusalOf(error, slots, filled) : error
    })
    // Also by what is known of it while no time-stamp is to be had.
    requireClock(deps.authority.clock())
    const { increment, head: after, awaitingTimestamp } = made
    signed.push({ fileId, before: head, after, increment, awaitingTimestamp })
  }
  return signed
}

function sealsUsed(seals: ReadonlyMap<string, Buffer>, filled: Filled[]): Buffer[] {
  const used = new Set(filled.map((one) => ('image' in one ? one.sealId : null)))
  return [...used].flatMap((sealId) => seals.get(sealId ?? '') ?? [])
}

type Signer = { key: SigningKey; seals: Buffer[] }

async function signNow(deps: SignDeps, by: Signer, document: SignableDocument, request: SignRequest) {
  const font = notoSans()
  try {
    const { timestamps } = deps.authority
    return { ...(await signDocument({ ...by, timestamps, font }, document, request)), awaitingTimestamp: false }
  } catch (error) {
    if (!isTimestampOutage(error)) throw error
    deps.log('signing without time-stamp', error)
    return { ...(await signDocument({ ...by, font }, document, request)), awaitingTimestamp: true }
  }
}

/** A file of the contract with the party's slots, and its head as it was read. */
export type OpenDocument = {
  fileId: string
  /** Of the document as frozen and certified; consent is bound to it. */
  frozenSha256: string
  layout: Layout
  head: Head
  slots: { areaId: string | null; source: Slot }[]
}

/** What freezing stored of each file, and its head as it is now; in the home tenant. */
export async function openDocuments(home: Db, { homeTenantId, contractId, partyNo }: Entry): Promise<OpenDocument[]> {
  const documents = await headsWithSlots(home, { homeTenantId, contractId, partyNo: partyNo ?? 0 })
  return documents.map(({ file_id, frozen_sha256, head, layout, slots }) => ({
    fileId: file_id,
    frozenSha256: frozen_sha256,
    head,
    layout,
    slots: slots.map(({ area_id, source }) => ({ areaId: area_id, source })),
  }))
}

const headsWithSlots = compiledOnce((home, { homeTenantId, contractId, partyNo }: PartyPlace) =>
  frozenFiles(home, { homeTenantId, contractId }).select((eb) =>
    jsonArrayFrom(
      eb
        .selectFrom('document_slot as s')
        .whereRef('s.tenant_id', '=', 'h.tenant_id')
        .whereRef('s.contract_id', '=', 'h.contract_id')
        .whereRef('s.file_id', '=', 'h.file_id')
        .where('s.party_no', '=', partyNo)
        .select(['s.area_id', 's.source']),
    ).as('slots'),
  ),
)

/** What is to be signed on one file: images and values at their slots. */
export function requestOf(
  { now }: Pick<Deps, 'now'>,
  slots: OpenDocument['slots'],
  filled: Filled[],
  { name, agent }: Pick<Signature, 'name' | 'agent'>,
): SignRequest {
  const slotOf = new Map(slots.map(({ areaId, source }) => [areaId, source]))
  const images: (PlacedImage & { kind: Slot['kind'] })[] = []
  const texts: { slot: string; value: string }[] = []
  const checkboxes: { slot: string; checked: boolean }[] = []
  for (const item of filled) {
    const source = slotOf.get(item.area.area_id)
    if (!source) throw new Refusal('contract/document-changed')
    if ('image' in item) images.push({ slot: source.slot, image: item.image, kind: source.kind })
    else if ('checked' in item) checkboxes.push({ slot: source.slot, checked: item.checked })
    else texts.push({ slot: source.slot, value: item.text })
  }
  const signature = images.find(({ kind }) => kind === 'signature')
  const crossPage = images.find(({ kind }) => kind === 'crossPage')
  if (!signature) throw new Refusal('contract/document-changed')
  return {
    signature: placed(signature),
    stamps: images.filter(({ kind }) => kind === 'stamp').map(placed),
    ...(crossPage && { crossPage: placed(crossPage) }),
    texts,
    checkboxes,
    signerName: name,
    reason: signReason(agent),
    at: new Date(now()),
  }
}

const placed = ({ slot, image }: PlacedImage): PlacedImage => ({ slot, image })

/** A slot that is set already belongs to a signature that is there already; what does not fit can be shortened. */
export function refusalOf(error: SigningRefusal, slots: OpenDocument['slots'], filled: Filled[]): Refusal {
  const areaId = slots.find(({ source }) => source.slot === error.slot)?.areaId
  const item = filled.find(({ area }) => area.area_id === areaId)
  if (error.reason === 'text-too-long' && item) return fillInFault(item.area, '内容太长，放不下，请缩短')
  return new Refusal(
    error.reason === 'slot-used' ? 'contract/changed' : 'contract/document-changed',
    {},
    { cause: error },
  )
}
