import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { HeadHashes } from '../append/head-hashes.ts'
import type { Frozen, Slot } from '../append/layout.ts'
import { signatureRoom, withRoom } from '../append/signature-room.ts'
import { noticeKey, writeNotice } from '../append/notice.ts'
import { subFilter } from '@moqi/form/seed-values'
import { digest, digestOf, type KeyType } from '@moqi/trust/cms/keys'
import { signDigest } from '@moqi/trust/cms/signed-data'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { fillPlaceholder } from '@moqi/pdf/write/increment'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { type Offer, offeredFields } from '@moqi/form/offered-fields'
import { readModel } from '@moqi/pdf/graph/document-model'
import { displayedSize } from '@moqi/pdf/page-geometry'
import { checkPlan, type FieldPlan, FreezeRefusal, ownFields } from './field-plan.ts'
import { reservedPrefix } from '@moqi/form/field-names'
import { FreezeDraft } from './freeze-draft.ts'
import { freezeOwnFields } from './freeze-own-fields.ts'
import { type Base, readBase } from './read-base.ts'

/** What freezing needs beside the upload and its plan. */
interface FreezeDeps {
  certifier: SigningKey
  timestamps?: TimestampAuthority
  now: () => Date
  notice?: string
}

/**
 * Creates every field in one increment and certifies it (DocMDP P=2), so that signing has nothing left to
 * prepare; what the author filled in, here or in fields of the upload, is locked by the certification (FieldMDP). An
 * upload that is signed already is not certified and takes new signature fields only; one that forbids even those is
 * signed in its own empty fields. `notice` is drawn under every signature and stamp. Throws `FreezeRefusal`,
 * `TimestampRefusal` or `PlaceholderTooSmall`.
 */
export async function freezeDocument(deps: FreezeDeps, bytes: Buffer, plan: FieldPlan): Promise<Frozen> {
  checkPlan(plan)
  const base = readBase(bytes, draftLimits)
  const { notice } = deps
  const { keyType } = deps.certifier.identity
  checkNames(base)
  const offer = offerOf(base, keyType)
  if (offer?.restricted) return freezeOwnFields({ keyType, notice }, bytes, { base, offer }, plan)
  checkAllowed(base, plan)
  return withRoom(
    () => signatureRoom(deps.certifier.identity, deps.timestamps),
    (capacity) => certified(deps, { bytes, base }, plan, capacity),
  )
}

async function certified(
  { certifier, timestamps, now, notice }: FreezeDeps,
  { bytes, base }: { bytes: Buffer; base: Base },
  plan: FieldPlan,
  capacity: number,
): Promise<Frozen> {
  const { keyType } = certifier.identity
  const docMdp = base.existing.signed.length === 0
  const draft = new FreezeDraft(base)
  const slots: Slot[] = [
    ...plan.signatures.map((field) => draft.signature(field)),
    ...plan.stamps.map((field) => draft.stamp(field)),
    ...plan.crossPageSeals.map((seal) => draft.crossPage(seal)),
    ...plan.texts.map((field) => draft.text(field)),
    ...(plan.checkboxes ?? []).map((field) => draft.checkbox(field)),
  ]
  const locks = docMdp ? [...draft.fill(plan), ...base.existing.fillable] : []
  const digestName = digestOf[keyType]
  const object = notice !== undefined && docMdp ? writeNotice(draft.increment, notoSans(), notice) : undefined
  const named = notice === undefined ? undefined : { text: notice, object }
  const finished = draft.certify({ at: now(), docMdp, notice: named, subFilter: subFilter[keyType], capacity, locks })

  const { placeholder } = finished
  const covered = [bytes, finished.bytes.subarray(0, placeholder.start), finished.bytes.subarray(placeholder.end)]
  fillPlaceholder(
    finished.bytes,
    placeholder,
    await signDigest({ key: certifier, timestamps }, digest(digestName, ...covered)),
  )
  const frozen = Buffer.concat([bytes, finished.bytes])
  return {
    bytes: frozen,
    increment: frozen.subarray(bytes.length),
    layout: {
      version: 1,
      xref: base.xref,
      trailer: base.trailer,
      ...(notice === undefined ? {} : { notice }),
      archive: draft.archive,
    },
    slots,
    head: {
      length: frozen.length,
      ...HeadHashes.start(digestName).update(frozen).save(),
      startxref: finished.startxref,
      nextObject: finished.nextObject,
      images: object === undefined ? {} : { [noticeKey]: object },
      used: [],
      holes: [[bytes.length + placeholder.start, bytes.length + placeholder.end]],
    },
  }
}

function checkNames({ existing, pages }: Base): void {
  const taken = existing.names.find((name) => name.startsWith(reservedPrefix))
  if (taken !== undefined) throw new FreezeRefusal('name-taken', taken)
  if (pages.length === 0) throw new FreezeRefusal('unreadable', 'no pages')
}

/** What the signatures on an upload leave to sign; undefined when there are none. */
function offerOf({ file, existing, pages }: Base, keyType: KeyType): Offer | undefined {
  if (existing.signed.length === 0) return undefined
  try {
    return offeredFields(file.views.map(readModel), pages.map(displayedSize), [keyType])
  } catch (cause) {
    throw new FreezeRefusal('unreadable', 'its signatures cannot be read', { cause })
  }
}

/**
 * After a foreign approval signature only new signature fields count as permitted: buttons and text fields
 * are reported as changes. A certification that no field holds permits nobody knows what.
 */
function checkAllowed({ existing }: Base, plan: FieldPlan): void {
  if (existing.certified) throw new FreezeRefusal('certified', 'someone else has certified this document')
  const { signatures, stamps, crossPageSeals, texts, checkboxes = [] } = plan
  const own = signatures.find(({ field }) => field !== undefined)
  if (own) throw new FreezeRefusal('field-missing', `${own.field}: this upload takes new fields`)
  const buttonsAndTexts = [...stamps, ...crossPageSeals, ...texts, ...checkboxes, ...ownFields(plan)]
  if (existing.signed.length > 0 && buttonsAndTexts.length > 0) {
    throw new FreezeRefusal('signed-already', 'only signature fields can be added')
  }
}
