import type { Field } from '@moqi/pdf/graph/fields'
import { inherited } from '@moqi/pdf/graph/document-model'
import { decodeStream } from '@moqi/pdf/read/decode-stream'
import type { View } from '@moqi/pdf/read/pdf-file'
import { nameOf, type PdfDict, type PdfStream, type PdfValue } from '@moqi/pdf/read/values'
import { contentOperators } from '../../appearance/content-operators.ts'
import { attempt } from '../../structure/attempt.ts'
import type { RevisionPair, Side } from '../revision-pair.ts'
import { appearanceStreams } from './widget-appearances.ts'

/**
 * D29: whether the default resources gain a font that a value is drawn with and that was not there. Readers took
 * something else for it, and nobody gives it another appearance behind a signature.
 */
export function definesMissing({ older, newer }: RevisionPair): boolean {
  const [known, given] = [fontsOf(older), fontsOf(newer)]
  return drawnByReaders(older).some((field) =>
    fontNames(inherited(older.view, field.dict, 'DA'), older.view.get(older.model.form, 'DA')).some(
      (name) => isMissing(older, known, name) && !isMissing(newer, given, name),
    ),
  )
}

/** D29: whether a field is drawn by the default appearance of the form, which had none. */
export function givesAppearance({ older }: RevisionPair): boolean {
  return drawnByReaders(older).some((field) => inherited(older.view, field.dict, 'DA').kind === 'null')
}

/** D29: whether an appearance may paint what the form's resources call by a name: it has none of that name itself. */
export function isBorrowed({ view, model }: Side, name: string): boolean {
  const widgets = model.fields.flatMap((field) => [field.dict, ...field.widgets.map(({ dict }) => dict)])
  return widgets
    .flatMap((widget) => appearanceStreams(view, widget).streams)
    .some((appearance) => {
      const own = view.dict(view.dict(appearance.dict, 'Resources'), 'XObject')
      return view.get(own, name).kind === 'null' && paints(view, appearance, name)
    })
}

/** Fields whose appearance readers make themselves, out of /DA. */
function drawnByReaders({ view, model }: Side): Field[] {
  const isMade = view.get(model.form, 'NeedAppearances')
  const always = isMade.kind === 'boolean' && isMade.value
  return model.fields.filter(
    ({ type, branch, widgets }) =>
      type !== 'Sig' && !branch && (always || widgets.some(({ dict }) => !hasAppearance(view, dict))),
  )
}

function hasAppearance(view: View, widget: PdfDict): boolean {
  return view.get(view.dict(widget, 'AP'), 'N').kind !== 'null'
}

const isMissing = ({ view }: Side, fonts: PdfDict | undefined, name: string) => view.get(fonts, name).kind === 'null'

const fontsOf = ({ view, model }: Side) => view.dict(view.dict(model.form, 'DR'), 'Font')

const selection = /\/([^\s/[\]()<>{}%]+)\s+[-+.\d]+\s+Tf\b/g

/** What a default appearance, or the form's where a field has none, selects with Tf (ISO 32000-2 12.7.4.3). */
function fontNames(own: PdfValue, common: PdfValue): string[] {
  const source = own.kind === 'null' ? common : own
  if (source.kind !== 'string') return []
  return [...source.bytes.toString('latin1').matchAll(selection)].map(([, name = '']) =>
    name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  )
}

/** Whether an appearance paints anything by that name; one that cannot be read may. */
function paints(view: View, appearance: PdfStream, name: string): boolean {
  const { budget } = view.file
  const isPainted = attempt(() =>
    [...contentOperators(decodeStream(appearance, budget), budget)].some(
      (one) => one.name === 'Do' && one.operands.some((operand) => nameOf(operand) === name),
    ),
  )
  return isPainted ?? true
}
