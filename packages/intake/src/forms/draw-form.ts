import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream } from '@libpdf/core'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { missingGlyphs } from '@moqi/pdf/fonts/truetype-font'
import { resolvedItems } from '../layers/blank-hidden.ts'
import { IntakeRefusal } from '../intake-refusal.ts'
import { buttonAppearance, buttonState } from './button-state.ts'
import { embedTextFont } from './embed-text-font.ts'
import { type FormWidget, formWidgets, type Resolve } from './form-widgets.ts'
import { textAppearance, textsOf } from './field-text.ts'
import { frameOf, type WidgetFrame } from './widget-frame.ts'

const hidden = 2

/**
 * Makes the widgets show what the fields' values are: those without an appearance get one, and all texts and choices
 * do when the form asks for it (/NeedAppearances, ISO 32000-1 §12.7.2). Their one font holds just their characters
 * and can be searched. A widget that no page lists, which readers do not show, is hidden. Throws IntakeRefusal
 * too-complex for characters that the font lacks.
 */
export function drawForm(pdf: PDF, pages: readonly PdfDict[]): void {
  const resolve: Resolve = (ref) => pdf.context.resolve(ref)
  const form = pdf.context.catalog.getDict().getDict('AcroForm', resolve)
  const anew = form?.getBool('NeedAppearances', resolve)?.value ?? false
  const listed = new Set(pages.flatMap((page) => resolvedItems(page.get('Annots', resolve), resolve)))
  const widgets = formWidgets(pdf)
  for (const { dict } of widgets) if (!listed.has(dict)) hide(dict, resolve)
  const shown = widgets.filter(({ dict }) => listed.has(dict))
  for (const widget of shown) if (widget.kind === 'Btn') drawButton(pdf, widget, { anew, resolve })
  const texts = shown.filter((widget) => widget.kind !== 'Btn' && (anew || lacksLook(widget, resolve)))
  if (texts.length > 0) drawTexts(pdf, texts, resolve)
}

function hide(dict: PdfDict, resolve: Resolve): void {
  dict.set('F', PdfNumber.of((dict.getNumber('F', resolve)?.value ?? 0) | hidden))
}

function lacksLook({ dict, values }: FormWidget, resolve: Resolve): boolean {
  return values.join('') !== '' && !(dict.getDict('AP', resolve)?.get('N', resolve) instanceof PdfStream)
}

function drawTexts(pdf: PDF, widgets: readonly FormWidget[], resolve: Resolve): void {
  const font = notoSans()
  const characters = [...new Set(widgets.flatMap((widget) => textsOf(widget).join('').split('\n')).join(''))].join('')
  const missing = missingGlyphs(font, characters)
  if (missing.length > 0) throw new IntakeRefusal('too-complex', `the form holds ${missing.join('')}`)
  const embedded = characters === '' ? undefined : embedTextFont(pdf, font, characters)
  const fonts = PdfDict.of(embedded ? { F: embedded.ref } : {})
  for (const widget of widgets) {
    const frame = frameOf(widget.dict, resolve)
    if (!frame) continue
    const content = textAppearance(font, embedded?.show ?? (() => '<>'), widget, frame)
    widget.dict.set('AP', PdfDict.of({ N: pdf.context.register(formObject(frame, content, fonts)) }))
  }
}

interface Drawing {
  readonly anew: boolean
  readonly resolve: Resolve
}

/**
 * A tick or dot whose appearance the file leaves to the reader; of appearances that it has, the one that the value
 * names.
 */
function drawButton(pdf: PDF, widget: FormWidget, { anew, resolve }: Drawing): void {
  const { dict } = widget
  const state = buttonState(widget, anew, resolve)
  const appearance = dict.getDict('AP', resolve)?.get('N', resolve)
  if (state === undefined || appearance instanceof PdfStream) return
  dict.set('AS', PdfName.of(state))
  const appearances = appearance instanceof PdfDict ? appearance : undefined
  const frame = frameOf(dict, resolve)
  // Many files have no look for a button that is off: nothing shows then.
  if (!frame || appearances?.has(state) || (state === 'Off' && (appearances || !anew))) return
  const content = buttonAppearance(widget, frame, state !== 'Off')
  const drawn = pdf.context.register(formObject(frame, content, PdfDict.of({})))
  if (appearances) appearances.set(state, drawn)
  else dict.set('AP', PdfDict.of({ N: PdfDict.of({ [state]: drawn }) }))
}

const numbers = (...values: readonly number[]) => PdfArray.of(...values.map((value) => PdfNumber.of(value)))

/** A form XObject as large as its widget, turned as the widget asks (§12.5.5). */
function formObject({ width, height, turn }: WidgetFrame, content: string, fonts: PdfDict): PdfStream {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: numbers(0, 0, width, height),
    Matrix: numbers(...turn, 0, 0),
    Resources: PdfDict.of({ Font: fonts }),
  }
  return PdfStream.fromDict(entries, new Uint8Array(Buffer.from(content, 'latin1')))
}
