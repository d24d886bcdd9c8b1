import { digestOf, type KeyType } from '@moqi/trust/cms/keys'
import { writeFont } from '@moqi/pdf/fonts/text-font'
import { missingGlyphs, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import { writeImage } from '../images/image-object.ts'
import type { SealImage } from '../images/seal-image.ts'
import { type FinishedIncrement, Increment } from '@moqi/pdf/write/increment'
import { dateString, type Ref, reference, textString } from '@moqi/pdf/write/pdf-syntax'
import { imageAppearance, normalAppearance, type PlacedNotice, sliceAppearance } from './appearance.ts'
import type { Head, Layout, SignatureSlot, StampSlot, Widget } from './layout.ts'
import { HeadHashes } from './head-hashes.ts'
import { noticeKey, noticeWidth, writeNotice } from './notice.ts'
import { chooseSlots, type ChosenSlots } from './choose-slots.ts'
import { type SignableDocument, SigningRefusal, type SignRequest } from './sign-request.ts'
import { subFilter } from '@moqi/form/seed-values'
import { checkboxState } from './checkbox-appearance.ts'
import { fitText, textAppearance } from './text-appearance.ts'

/** An increment with an empty placeholder, and the digest a key is to sign. */
export interface PreparedSignature {
  /** Over the document and the increment without the placeholder, with the hash of the key's type. */
  digest: Buffer
  finished: FinishedIncrement
  /** The head this increment fits on, and no other. */
  before: Head
  /** The running hashes up to the placeholder. */
  upToPlaceholder: HeadHashes
  images: Record<string, number>
  used: string[]
}

/** What preparing needs beside the document; `capacity` is the room for the CMS in bytes. */
export interface PrepareDeps {
  font: TrueTypeFont
  /** P-256 when absent; it settles the digest and the /SubFilter. */
  keyType?: KeyType
  capacity: number
}

/**
 * Writes everything but the signature itself, from layout, slots and head alone, without the document.
 * Throws `SigningRefusal`.
 */
export function prepareSignature(
  deps: PrepareDeps,
  { layout, slots, head }: SignableDocument,
  request: SignRequest,
): PreparedSignature {
  const chosen = chooseSlots(slots, head, request)
  const draft = new SignatureDraft(deps, layout, head)
  draft.texts(chosen.texts)
  draft.tick(chosen.checkboxes)
  for (const { slot, image } of chosen.stamps) draft.stamp(slot, image)
  if (chosen.crossPage) draft.crossPage(chosen.crossPage)
  const finished = draft.sign(chosen.signature, request)

  const before = finished.bytes.subarray(0, finished.placeholder.start)
  const after = finished.bytes.subarray(finished.placeholder.end)
  const upToPlaceholder = HeadHashes.resume(head).update(before)
  const digest = upToPlaceholder
    .copy()
    .update(after)
    .digest(digestOf[deps.keyType ?? 'P-256'])
  return {
    digest,
    finished,
    before: head,
    upToPlaceholder,
    images: draft.images,
    used: [...head.used, ...chosen.names],
  }
}

/** The signing increment while it is written. */
class SignatureDraft {
  images: Record<string, number>
  #deps: PrepareDeps
  #layout: Layout
  #increment: Increment

  constructor(deps: PrepareDeps, layout: Layout, head: Head) {
    this.#deps = deps
    this.#layout = layout
    this.#increment = new Increment(head, layout)
    this.images = head.images
  }

  /** All values share one font, embedded with just their characters. */
  texts(texts: ChosenSlots['texts']): void {
    if (texts.length === 0) return
    const { font } = this.#deps
    const fitted = texts.map(({ slot, value }) => {
      const [missing] = missingGlyphs(font, value.replaceAll('\n', ''))
      if (missing !== undefined) throw new SigningRefusal('glyph-missing', slot.slot, missing)
      return { slot, value, fitted: fitText(font, slot, value) }
    })
    const characters = texts.map(({ value }) => value.replaceAll('\n', '')).join('')
    const embedded = writeFont(this.#increment, font, characters)
    for (const { slot, value, fitted: lines } of fitted) {
      const appearance = textAppearance(this.#increment, embedded, { slot, fitted: lines })
      this.#show(slot.ref, `${slot.dict}/V${textString(value)}`, appearance)
    }
  }

  /** Ticks what is to be ticked: the appearances are in the document already. */
  tick(checkboxes: ChosenSlots['checkboxes']): void {
    for (const { slot, checked } of checkboxes) {
      if (checked) this.#increment.object(slot.ref, `<<${slot.dict}${checkboxState(true)}>>`)
    }
  }

  /** A widget once more, now with its appearance. */
  #show(ref: Ref, dict: string, appearance: Ref): void {
    this.#increment.object(ref, `<<${dict}${normalAppearance(appearance)}>>`)
  }

  /** The image at a further place. */
  stamp(slot: StampSlot, image: SealImage): void {
    this.#show(slot.ref, slot.dict, this.#imageIn(slot, image))
  }

  #imageIn(widget: Widget, image: SealImage): Ref {
    const object = this.#imageObject(image)
    return imageAppearance(this.#increment, object, { image, widget, notice: this.#notice() })
  }

  /** Pages that show the same strip at the same size share one appearance: 301 pages need 37. */
  crossPage({ slot, image }: NonNullable<ChosenSlots['crossPage']>): void {
    const object = this.#imageObject(image)
    const appearances = new Map<string, Ref>()
    for (const slice of slot.slices) {
      const shape = `${slice.index}/${slice.count}/${slice.width}/${slice.height}/${slice.rotate}`
      const appearance = appearances.get(shape) ?? sliceAppearance(this.#increment, object, image, slice)
      appearances.set(shape, appearance)
      this.#show(slice.ref, slice.dict, appearance)
    }
  }

  /** The signature itself, last. */
  sign({ slot, image }: ChosenSlots['signature'], request: SignRequest): FinishedIncrement {
    const appearance = this.#imageIn(slot, image)
    const value = this.#increment.allocate()
    this.#show(slot.ref, `${slot.dict}/V ${reference(value)}`, appearance)
    const { notice } = this.#layout
    const { keyType = 'P-256', capacity } = this.#deps
    this.#increment.signature(
      value,
      `/Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter[keyType]}/Name${textString(request.signerName)}` +
        `/Reason${textString(request.reason)}${optionalText('Location', request.location)}` +
        `${optionalText('ContactInfo', notice)}/M${dateString(request.at)}${fieldLock(slot)}`,
      capacity,
    )
    return this.#increment.finish()
  }

  /** An image is written once a document. */
  #imageObject(image: SealImage): number {
    return this.images[image.sha256] ?? this.#remember(image.sha256, writeImage(this.#increment, image))
  }

  /** Freezing wrote it, unless the upload was signed already and could take no more than signature fields. */
  #notice(): PlacedNotice | undefined {
    const { notice } = this.#layout
    if (notice === undefined) return undefined
    const { font } = this.#deps
    const object = this.images[noticeKey] ?? this.#remember(noticeKey, writeNotice(this.#increment, font, notice))
    return { object, width: noticeWidth(font, notice) }
  }

  #remember(key: string, object: number): number {
    this.images = { ...this.images, [key]: object }
    return object
  }
}

/** FieldMDP: without it certification P=2 lets anyone change a fill-in after everybody signed (§12.8.2.4). */
function fieldLock({ locks, ownLock }: SignatureSlot): string {
  const lock = ownLock ?? (locks.length > 0 ? `/Action/Include/Fields[${locks.map(textString).join('')}]` : undefined)
  if (lock === undefined) return ''
  const parameters = `<</Type/TransformParams/V/1.2${lock}>>`
  return `/Reference[<</Type/SigRef/TransformMethod/FieldMDP/TransformParams${parameters}>>]`
}

const optionalText = (key: string, value: string | undefined) =>
  value === undefined ? '' : `/${key}${textString(value)}`
