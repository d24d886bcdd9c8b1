import type { SealImage } from '../images/seal-image.ts'
import type { CheckboxSlot, CrossPageSlot, Head, SignatureSlot, Slot, StampSlot, TextSlot } from './layout.ts'
import { type PlacedImage, SigningRefusal, type SignRequest } from './sign-request.ts'

/** The request with each name replaced by its slot. */
export interface ChosenSlots {
  signature: { slot: SignatureSlot; image: SealImage }
  stamps: { slot: StampSlot; image: SealImage }[]
  crossPage: { slot: CrossPageSlot; image: SealImage } | undefined
  texts: { slot: TextSlot; value: string }[]
  checkboxes: { slot: CheckboxSlot; checked: boolean }[]
  /** Every slot set, the signature's first. */
  names: string[]
}

/** Finds the slots a request sets; throws `SigningRefusal` for one that is unknown, used or not locked with it. */
export function chooseSlots(slots: Slot[], head: Head, request: SignRequest): ChosenSlots {
  const found = <K extends Slot['kind']>(kind: K, name: string): Extract<Slot, { kind: K }> => {
    const slot = slots.find((candidate) => candidate.slot === name)
    if (!isKind(slot, kind)) throw new SigningRefusal('slot-unknown', name, `no ${kind} slot`)
    return slot
  }
  const { signature, stamps = [], crossPage, texts = [], checkboxes = [] } = request
  const signatureSlot = found('signature', signature.slot)
  const beside = [...stamps, ...(crossPage ? [crossPage] : []), ...texts, ...checkboxes].map(({ slot }) => slot)
  checkFree([signature.slot, ...beside], head)
  const open = beside.find((name) => !signatureSlot.locks.includes(name))
  if (open !== undefined) throw new SigningRefusal('slot-not-locked', open, `by ${signature.slot}`)
  const placed = <K extends Slot['kind']>(kind: K, { slot, image }: PlacedImage) => ({ slot: found(kind, slot), image })
  return {
    signature: { slot: signatureSlot, image: signature.image },
    stamps: stamps.map((stamp) => placed('stamp', stamp)),
    crossPage: crossPage && placed('crossPage', crossPage),
    texts: texts.map(({ slot, value }) => ({ slot: found('text', slot), value: value.replace(/\r\n?/g, '\n') })),
    checkboxes: checkboxes.map(({ slot, checked }) => ({ slot: found('checkbox', slot), checked })),
    names: [signature.slot, ...beside],
  }
}

function isKind<K extends Slot['kind']>(slot: Slot | undefined, kind: K): slot is Extract<Slot, { kind: K }> {
  return slot?.kind === kind
}

function checkFree(names: string[], head: Head): void {
  const again = names.find((name) => head.used.includes(name))
  if (again !== undefined) throw new SigningRefusal('slot-used', again)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new SigningRefusal('slot-twice', twice)
}
