import { strips } from '@moqi/domain/seals/slice-geometry'
import { checkboxAppearances, checkboxState } from '../append/checkbox-appearance.ts'
import { normalAppearance } from '../append/appearance.ts'
import { SigningRefusal } from '../append/sign-request.ts'
import { type FittedText, fitText, textAppearance, type TextPlace } from '../append/text-appearance.ts'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { writeFont } from '@moqi/pdf/fonts/text-font'
import { missingGlyphs, type TrueTypeFont } from '@moqi/pdf/fonts/truetype-font'
import type {
  ArchiveSources,
  CheckboxSlot,
  CrossPageSlot,
  SignatureSlot,
  StampSlot,
  TextSlot,
  Widget,
} from '../append/layout.ts'
import { type FinishedIncrement, Increment } from '@moqi/pdf/write/increment'
import { type Box, displayedSize, pointsPerMillimetre, toUserSpace } from '@moqi/pdf/page-geometry'
import {
  dateString,
  decimal,
  decimals,
  dictionary,
  dictionaryBody,
  type Ref,
  reference,
  textString,
} from '@moqi/pdf/write/pdf-syntax'
import { certificationField } from '@moqi/form/field-names'
import { type FieldPlan, FreezeRefusal } from './field-plan.ts'
import type { Base, BasePage } from './read-base.ts'

/** Printed, and locked against being moved (ISO 32000-1 §12.5.3). */
const widgetFlags = 132
const readOnly = 1
const readOnlyMultiline = 4097
const readOnlyPushButton = 65537
const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'
/** A box may stand this far over the page's edge, in mm: more would hide what is signed. */
const edgeTolerance = 1

/** How the certification's signature dictionary is to read. */
export interface Certification {
  at: Date
  subFilter: string
  /** Room for the CMS, in bytes. */
  capacity: number
  /** Full names of the fields that nobody may fill in any more; none after foreign signatures. */
  locks: string[]
  /** False after foreign signatures: then it is an ordinary signature that permits nothing new. */
  docMdp: boolean
  /** The form's object number with the notice's text, when there is a notice. */
  notice: { text: string; object: number | undefined } | undefined
}

/** The freezing increment while it is written: new widgets, and the pages and form they belong to. */
export class FreezeDraft {
  readonly increment: Increment
  #base: Base
  #fields: Ref[] = []
  #newAnnotations = new Map<BasePage, Ref[]>()
  #archive: ArchiveSources | undefined

  constructor(base: Base) {
    this.#base = base
    this.increment = new Increment(base, base, 1 << 18)
  }

  /** An empty signature field with its lock. */
  signature({ slot, page, box, locks = [] }: FieldPlan['signatures'][number]): SignatureSlot {
    const lock = lockOf(locks)
    const fieldLock = lock && `/Lock<</Type/SigFieldLock${lock}>>`
    return { kind: 'signature', slot, locks, ...this.#field(page, box, `/FT/Sig/T${textString(slot)}${fieldLock}`) }
  }

  /** A push button that will show a party's image. */
  stamp({ slot, page, box }: FieldPlan['stamps'][number]): StampSlot {
    return { kind: 'stamp', slot, ...this.#field(page, box, `/FT/Btn/Ff ${readOnlyPushButton}/T${textString(slot)}`) }
  }

  /** A text field to be filled in by a signing increment. */
  text(field: FieldPlan['texts'][number]): TextSlot {
    const { slot, page, box, fontSize } = field
    return { kind: 'text', slot, fontSize, ...this.#field(page, box, textEntries(field)) }
  }

  /** A box to be ticked by a signing increment; it shows empty from the start. */
  checkbox({ slot, label, page, box }: NonNullable<FieldPlan['checkboxes']>[number]): CheckboxSlot {
    const { rotate } = this.#page(page)
    const appearances = checkboxAppearances(this.increment, { ...inPoints(box), rotate })
    const entries = `/FT/Btn/Ff ${readOnly}/T${textString(slot)}/TU${textString(label)}${appearances}`
    return { kind: 'checkbox', slot, ...this.#field(page, box, entries, checkboxState(false)) }
  }

  /**
   * The author's own fields, which nobody fills in any more, and their names. The texts share one font, with just their
   * characters.
   */
  fill({ filled = [], ticked = [] }: FieldPlan): string[] {
    for (const { slot, label, page, box, checked } of ticked) {
      const { rotate } = this.#page(page)
      const appearances = checkboxAppearances(this.increment, { ...inPoints(box), rotate })
      const entries = `/FT/Btn/Ff ${readOnly}/T${textString(slot)}/TU${textString(label)}${appearances}`
      this.#field(page, box, entries, checkboxState(checked))
    }
    const written = filled.filter(({ value }) => value !== '')
    const names = [...ticked, ...written].map(({ slot }) => slot)
    if (written.length === 0) return names
    const font = notoSans()
    const fields = written.map((field) => {
      const shape = { ...inPoints(field.box), rotate: this.#page(field.page).rotate }
      return { field, shape, fitted: fittedText(font, { ...field, ...shape }, field.value) }
    })
    const embedded = writeFont(this.increment, font, written.map(({ value }) => value.replaceAll('\n', '')).join(''))
    for (const { field, shape, fitted } of fields) {
      const appearance = textAppearance(this.increment, embedded, { slot: shape, fitted })
      const shown = `/V${textString(field.value)}${normalAppearance(appearance)}`
      this.#field(field.page, field.box, textEntries(field), shown)
    }
    return names
  }

  /** One parent field with a push button a page, so that one name locks them all. */
  crossPage({ slot, y, size, pages }: FieldPlan['crossPageSeals'][number]): CrossPageSlot {
    const parent = this.increment.allocate()
    const chosen = pages ?? this.#base.pages.map((_, index) => index + 1)
    const slices = strips(chosen.length).map(({ position, index, count }) => {
      const number = chosen[position] ?? 0
      const page = displayedSize(this.#page(number))
      const width = size / count
      const top = Math.max(0, Math.min(y, page.height - size))
      const box = { x: page.width - width, y: top, width, height: size }
      return { index, count, ...this.#place(number, box, `/T(${number})/Parent ${reference(parent)}`) }
    })
    const kids = slices.map(({ ref }) => reference(ref)).join(' ')
    const entries = `/FT/Btn/Ff ${readOnlyPushButton}/T${textString(slot)}/Kids[${kids}]`
    this.increment.object(parent, `<<${entries}>>`)
    this.#fields.push(parent)
    return { kind: 'crossPage', slot, slices }
  }

  /** Writes pages, form, catalog and the certification with its placeholder: the last objects of the increment. */
  certify({ at, docMdp, notice, subFilter, capacity, locks }: Certification): FinishedIncrement {
    const value = this.increment.allocate()
    const lock = lockOf(locks)
    const fieldLock = lock && `/Lock<</Type/SigFieldLock${lock}>>`
    const entries = `/FT/Sig/T(${certificationField})${fieldLock}/V ${reference(value)}`
    this.#field(1, { x: 0, y: 0, width: 0, height: 0 }, entries)
    this.#writePages()
    this.#writeForm(docMdp, notice?.object, value)
    const permissions = `/Reference[${transform('DocMDP', '/P 2')}${lock && transform('FieldMDP', lock)}]`
    this.increment.signature(
      value,
      `/Type/Sig/Filter/Adobe.PPKLite/SubFilter/${subFilter}/M${dateString(at)}` +
        `${notice ? `/ContactInfo${textString(notice.text)}` : ''}${docMdp ? permissions : ''}`,
      capacity,
    )
    return this.increment.finish()
  }

  #field(page: number, box: Box, entries: string, state = ''): Widget {
    const { width, height } = displayedSize(this.#page(page))
    const beyond = Math.max(-box.x, -box.y, box.x + box.width - width, box.y + box.height - height)
    if (beyond > edgeTolerance) throw new FreezeRefusal('box', `${beyond.toFixed(1)} mm beyond page ${page}`)
    const widget = this.#place(page, box, entries, state)
    this.#fields.push(widget.ref)
    return widget
  }

  /** `state` is written but not part of the widget's kept source. */
  #place(number: number, box: Box, entries: string, state = ''): Widget {
    const page = this.#page(number)
    const ref = this.increment.allocate()
    const dict =
      `/Type/Annot/Subtype/Widget${entries}/F ${widgetFlags}` +
      `/Rect${decimals(...toUserSpace(page, box))}/P ${reference(page.ref)}`
    this.increment.object(ref, `<<${dict}${state}>>`)
    const added = this.#newAnnotations.get(page)
    if (added) added.push(ref)
    else this.#newAnnotations.set(page, [ref])
    return { ref, dict, ...inPoints(box), rotate: page.rotate }
  }

  #page(number: number): BasePage {
    const page = this.#base.pages[number - 1]
    if (!page) throw new FreezeRefusal('page-missing', `page ${number} of ${this.#base.pages.length}`)
    return page
  }

  /** What archive increments rewrite; there is nothing before `certify`. */
  get archive(): ArchiveSources {
    if (!this.#archive) throw new Error('the form is not written yet')
    return this.#archive
  }

  #writePages(): void {
    for (const [page] of this.#newAnnotations) {
      const annotations = `[${this.#annotationsOf(page).join(' ')}]`
      this.increment.object(page.ref, dictionary(page.entries(), { Annots: annotations }))
    }
  }

  #annotationsOf(page: BasePage): string[] {
    return [...page.annotations(), ...(this.#newAnnotations.get(page) ?? []).map(reference)]
  }

  /** After foreign signatures only /Fields and /SigFlags change: anything more reads as tampering. */
  #writeForm(docMdp: boolean, notice: number | undefined, certification: Ref): void {
    const { catalog, form } = this.#base
    const fields = [...form.fields, ...this.#fields.map(reference)]
    const changes: Record<string, string> = { Fields: `[${fields.join(' ')}]`, SigFlags: '3' }
    if (docMdp) changes.DR = this.#resources(notice)
    const ref = form.ref ?? this.increment.allocate()
    const dropped = docMdp ? ['NeedAppearances', 'XFA'] : []
    this.increment.object(ref, dictionary(form.entries, changes, dropped))
    const isNew = docMdp || !form.ref
    const permissions = docMdp ? { Perms: `<</DocMDP ${reference(certification)}>>` } : {}
    const catalogChanges = isNew ? { AcroForm: reference(ref), ...permissions } : {}
    if (isNew) this.increment.object(catalog.ref, dictionary(catalog.entries, catalogChanges))
    const page = this.#page(1)
    this.#archive = {
      catalog: { ref: catalog.ref, dict: dictionaryBody(catalog.entries, catalogChanges, ['DSS']) },
      form: { ref, dict: dictionaryBody(form.entries, changes, [...dropped, 'Fields']), fields },
      page: {
        ref: page.ref,
        dict: dictionaryBody(page.entries(), {}, ['Annots']),
        annotations: this.#annotationsOf(page),
      },
      ...(this.#base.store ? { store: this.#base.store } : {}),
    }
  }

  /** The form's default resources; the notice is named here, so that it is part of the document from the start. */
  #resources(notice: number | undefined): string {
    const { resources, xobjects } = this.#base.form
    const changes: Record<string, string> = resources.has('Font') ? {} : { Font: `<</Helv ${helvetica}>>` }
    if (notice !== undefined) changes.XObject = dictionary(xobjects, { MoqiNotice: `${notice} 0 R` })
    return dictionary(resources, changes)
  }
}

/** These fields and no others (ISO 32000-2 Table 236); nothing when there are none. */
const lockOf = (names: string[]) =>
  names.length > 0 ? `/Action/Include/Fields[${names.map(textString).join('')}]` : ''

/** What a signature says about later changes (§12.8.2.2, §12.8.2.4). */
const transform = (method: 'DocMDP' | 'FieldMDP', parameters: string) =>
  `<</Type/SigRef/TransformMethod/${method}/TransformParams<</Type/TransformParams${parameters}/V/1.2>>>>`

function textEntries({ slot, label, box, fontSize }: Omit<FieldPlan['texts'][number], 'page'>): string {
  const flags = box.height * pointsPerMillimetre >= 2.5 * fontSize ? readOnlyMultiline : readOnly
  return `/FT/Tx/T${textString(slot)}/TU${textString(label)}/Ff ${flags}/DA(/Helv ${decimal(fontSize)} Tf 0 g)`
}

function fittedText(font: TrueTypeFont, slot: TextPlace, value: string): FittedText {
  const [missing] = missingGlyphs(font, value.replaceAll('\n', ''))
  if (missing !== undefined) throw new FreezeRefusal('text', `${slot.slot} lacks ${missing}`)
  try {
    return fitText(font, slot, value)
  } catch (cause) {
    if (cause instanceof SigningRefusal) throw new FreezeRefusal('text', slot.slot, { cause })
    throw cause
  }
}

const inPoints = ({ width, height }: Box) => ({
  width: width * pointsPerMillimetre,
  height: height * pointsPerMillimetre,
})
