import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { writeFont } from '@moqi/pdf/fonts/text-font'
import { missingGlyphs } from '@moqi/pdf/fonts/truetype-font'
import { dictOf, type PdfDict } from '@moqi/pdf/read/values'
import type { EditableView } from '@moqi/pdf/write/editable-view'
import { decimals, nameObject, reference, valueOf } from '@moqi/pdf/write/pdf-syntax'
import { IntakeRefusal } from '../intake-refusal.ts'
import { buttonAppearance, buttonState } from './button-state.ts'
import { type FormWidget, formWidgets } from './form-widgets.ts'
import { textAppearance, textsOf } from './field-text.ts'
import { frameOf, type WidgetFrame } from './widget-frame.ts'

const hidden = 2

/**
 * Makes the widgets show what the fields' values are: those without an appearance get one, and all texts and choices
 * do when the form asks for it (/NeedAppearances, ISO 32000-1 §12.7.2). Their one font holds just their characters
 * and can be searched. A widget that no page lists, which readers do not show, is hidden. Throws IntakeRefusal
 * too-complex for characters that the font lacks.
 */
export function drawForm(view: EditableView, pages: readonly PdfDict[]): void {
  const needed = view.get(view.dict(view.catalog, 'AcroForm'), 'NeedAppearances')
  const anew = needed.kind === 'boolean' && needed.value
  const listed = new Set(pages.flatMap((page) => view.items(page, 'Annots').map(dictOf)))
  const widgets = formWidgets(view)
  for (const { dict } of widgets) if (!listed.has(dict)) hide(view, dict)
  const shown = widgets.filter(({ dict }) => listed.has(dict))
  for (const widget of shown) if (widget.kind === 'Btn') drawButton(view, widget, anew)
  const texts = shown.filter((widget) => widget.kind !== 'Btn' && (anew || lacksAppearance(view, widget)))
  if (texts.length > 0) drawTexts(view, texts)
}

function hide(view: EditableView, dict: PdfDict): void {
  dict.entries.set('F', valueOf(String((view.number(dict, 'F') ?? 0) | hidden)))
}

const appearanceOf = (view: EditableView, dict: PdfDict) => view.get(view.dict(dict, 'AP'), 'N')

const lacksAppearance = (view: EditableView, { dict, values }: FormWidget) =>
  values.join('') !== '' && appearanceOf(view, dict).kind !== 'stream'

function drawTexts(view: EditableView, widgets: readonly FormWidget[]): void {
  const font = notoSans()
  const characters = [...new Set(widgets.flatMap((widget) => textsOf(widget).join('').split('\n')).join(''))].join('')
  const missing = missingGlyphs(font, characters)
  if (missing.length > 0) throw new IntakeRefusal('too-complex', `the form holds ${missing.join('')}`)
  const embedded = characters === '' ? undefined : writeFont(view.writer, font, characters)
  const fonts = embedded ? `/F ${reference(embedded.ref)}` : ''
  for (const widget of widgets) {
    const frame = frameOf(view, widget.dict)
    if (!frame) continue
    const content = textAppearance(font, embedded?.show ?? (() => '<>'), widget, frame)
    widget.dict.entries.set('AP', valueOf(`<</N ${drawing(view, frame, content, fonts)}>>`))
  }
}

/**
 * A tick or dot whose appearance the file leaves to the reader; of appearances that it has, the one that the value
 * names.
 */
function drawButton(view: EditableView, widget: FormWidget, anew: boolean): void {
  const { dict } = widget
  const state = buttonState(view, widget, anew)
  const appearance = appearanceOf(view, dict)
  if (state === undefined || appearance.kind === 'stream') return
  dict.entries.set('AS', valueOf(nameObject(state)))
  const appearances = dictOf(appearance)?.entries
  const frame = frameOf(view, dict)
  // Many files have no appearance for a button that is off: nothing shows then.
  if (!frame || appearances?.has(state) || (state === 'Off' && (appearances || !anew))) return
  const drawn = drawing(view, frame, buttonAppearance(widget, frame, state !== 'Off'))
  if (appearances) appearances.set(state, valueOf(drawn))
  else dict.entries.set('AP', valueOf(`<</N<<${nameObject(state)} ${drawn}>>>>`))
}

/** A form XObject as large as its widget, turned as the widget asks (§12.5.5); answers the reference to it. */
function drawing({ writer }: EditableView, { width, height, turn }: WidgetFrame, content: string, fonts = ''): string {
  const entries =
    `/Type/XObject/Subtype/Form/BBox${decimals(0, 0, width, height)}/Matrix${decimals(...turn, 0, 0)}` +
    `/Resources<</Font<<${fonts}>>>>`
  return reference(writer.newStream(entries, Buffer.from(content, 'latin1')))
}
