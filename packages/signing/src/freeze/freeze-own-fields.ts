import { HeadHashes } from '../append/head-hashes.ts'
import type { Frozen, Layout, SignatureSlot } from '../append/layout.ts'
import { digestOf, type KeyType } from '@moqi/trust/cms/keys'
import type { Offer, OfferedField } from '@moqi/form/offered-fields'
import { Increment } from '@moqi/pdf/write/increment'
import { pointsPerMillimetre } from '@moqi/pdf/page-geometry'
import { dictionary, dictionaryBody, entrySources, reference, type Ref } from '@moqi/pdf/write/pdf-syntax'
import { type FieldPlan, FreezeRefusal, ownFields } from './field-plan.ts'
import { type Base, bareEntries } from './read-base.ts'

/** What a signature sets in a widget; until then the field may show something of its author's. */
const setBySigning = ['V', 'AP', 'AS']

/**
 * Freezes an upload whose certification forbids new fields: its own empty fields become the slots, nothing is added
 * and nothing certified again. The increment is empty, unless the form lies inside the catalog, which archive
 * increments could not extend: then it becomes an object of its own. Throws `FreezeRefusal`.
 */
export function freezeOwnFields(
  { keyType, notice }: { keyType: KeyType; notice: string | undefined },
  bytes: Buffer,
  { base, offer }: { base: Base; offer: Offer },
  plan: FieldPlan,
): Frozen {
  checkOwnFieldsOnly(offer, plan)
  const slots = plan.signatures.map((planned) => slotOf(base, offer, planned))
  const { increment, startxref, nextObject, layout } = formApart(base)
  const frozen = Buffer.concat([bytes, increment])
  return {
    bytes: frozen,
    increment: frozen.subarray(bytes.length),
    layout: { ...layout, ...(notice === undefined ? {} : { notice }) },
    slots,
    head: {
      length: frozen.length,
      ...HeadHashes.start(digestOf[keyType]).update(frozen).save(),
      startxref,
      nextObject,
      images: {},
      used: [],
      holes: [],
    },
  }
}

function checkOwnFieldsOnly(offer: Offer, plan: FieldPlan): void {
  if (offer.closed || offer.fields.length === 0) throw new FreezeRefusal('certified', 'it leaves nothing to sign')
  const { signatures, stamps, crossPageSeals, texts, checkboxes = [] } = plan
  const others = stamps.length + crossPageSeals.length + texts.length + checkboxes.length + ownFields(plan).length
  if (others > 0 || signatures.some(({ field }) => field === undefined)) {
    throw new FreezeRefusal('own-fields-only', 'new fields would break the certification')
  }
  const names = signatures.map(({ field }) => field)
  if (new Set(names).size < names.length) throw new FreezeRefusal('own-fields-only', 'a field is given twice')
}

function slotOf(base: Base, offer: Offer, { slot, field }: FieldPlan['signatures'][number]): SignatureSlot {
  const offered = offer.fields.find(({ name }) => name === field)
  const found = base.existing.empty.get(field ?? '')
  if (!offered || !found) throw new FreezeRefusal('field-missing', field ?? '')
  const { ref, dict, lock } = found
  return {
    kind: 'signature',
    slot,
    locks: [],
    ref,
    dict: dictionaryBody(entrySources(dict), {}, setBySigning),
    ...sizeOf(base, offered),
    // FieldMDP says what the lock says (ISO 32000-2 §12.8.2.4).
    ...(lock ? { ownLock: bareEntries(lock, ['Action', 'Fields']) } : {}),
  }
}

function sizeOf(
  { pages }: Base,
  { page, width, height }: OfferedField,
): Pick<SignatureSlot, 'width' | 'height' | 'rotate'> {
  const rotate = pages[page - 1]?.rotate ?? 0
  return { width: width * pointsPerMillimetre, height: height * pointsPerMillimetre, rotate }
}

type FormApart = Pick<Frozen, 'increment' | 'layout'> & { startxref: number; nextObject: number }

function formApart(base: Base): FormApart {
  const { catalog, form, startxref, nextObject } = base
  if (form.ref) return { increment: Buffer.alloc(0), startxref, nextObject, layout: layoutOf(base, form.ref, {}) }
  const increment = new Increment(base, base)
  const ref = increment.allocate()
  const changes = { AcroForm: reference(ref) }
  increment.object(ref, dictionary(form.entries))
  increment.object(catalog.ref, dictionary(catalog.entries, changes))
  const { bytes, ...after } = increment.finishUnsigned()
  return { increment: bytes, ...after, layout: layoutOf(base, ref, changes) }
}

function layoutOf(base: Base, formRef: Ref, catalogChanges: Record<string, string>): Layout {
  const { catalog, form, pages, store, xref, trailer } = base
  const [page] = pages
  if (!page) throw new FreezeRefusal('unreadable', 'no pages')
  return {
    version: 1,
    xref,
    trailer,
    archive: {
      catalog: { ref: catalog.ref, dict: dictionaryBody(catalog.entries, catalogChanges, ['DSS']) },
      form: { ref: formRef, dict: dictionaryBody(form.entries, {}, ['Fields']), fields: form.fields },
      page: { ref: page.ref, dict: dictionaryBody(page.entries(), {}, ['Annots']), annotations: page.annotations() },
      ...(store ? { store } : {}),
    },
  }
}
