import type { DocumentModel } from '@moqi/pdf/graph/document-model'
import { canShow, type Field, type Widget } from '@moqi/pdf/graph/fields'
import { equalValues, integerOf, type PdfStream } from '@moqi/pdf/read/values'
import type { Fact, FactKind } from '../diff/facts.ts'
import { type Reason, reason } from '../reasons/reasons.ts'
import { LookContents } from './look-contents.ts'
import type { LookFault } from './look-fault.ts'
import { pagesInOneMedium } from './one-medium.ts'

/** Changes by which a signature's look comes into a file that somebody signed. */
const bringing = new Set<FactKind>([
  'field-signed',
  'signature-field-added-visible',
  'empty-signature-field-added-visible',
])

/** Invisible, Hidden, NoView and ToggleNoView (ISO 32000-2 Table 167): what is kept from the screen, and may print. */
const keptFromScreen = 0x01 | 0x02 | 0x20 | 0x100

/**
 * E3: what a signature that came behind another may look like is a white list. What readers need not show alike, or
 * show in one medium only, leaves open what anybody saw.
 */
export function judgeLooks(newest: DocumentModel | undefined, facts: Fact[]): Reason[] {
  if (!newest) return []
  const names = new Set(facts.flatMap(({ kind, field }) => (bringing.has(kind) && field !== undefined ? [field] : [])))
  const contents = new LookContents(newest.view)
  return newest.fields
    .filter(({ name, type }) => type === 'Sig' && names.has(name))
    .flatMap((field) => {
      const fault = faultOf(newest, field, contents)
      if (!fault) return []
      const detail = `签章“${field.name}”：${fault.what}，ISO 32000-2 ${fault.clause}`
      return [reason('appearance-readers-differ', { detail })]
    })
}

/** E5: what shows on paper and not on the screen, or on the screen alone, in the signed bytes as well. */
export function judgeMedia(newest: DocumentModel | undefined): Reason[] {
  const [page] = newest ? pagesInOneMedium(newest) : []
  return page === undefined ? [] : [reason('shown-in-one-medium', { detail: `第${page}页，ISO 32000-2 Table 167` })]
}

function faultOf(model: DocumentModel, field: Field, contents: LookContents): LookFault | undefined {
  for (const widget of field.widgets) {
    model.view.file.budget.step()
    if (!canShow(model.view, widget)) continue
    const fault = widgetFault(model, widget) ?? lookFault(model, widget, contents)
    if (fault) return fault
  }
  return undefined
}

function widgetFault({ view }: DocumentModel, { dict }: Widget): LookFault | undefined {
  if (dict.entries.has('OC')) return { what: '/OC', clause: '8.11.3' }
  const flags = integerOf(view.get(dict, 'F')) ?? 0
  // Without a look it shows nothing in either medium.
  const isOneSided = (flags & keptFromScreen) !== 0 && view.get(view.dict(dict, 'AP'), 'N').kind !== 'null'
  return isOneSided ? { what: `/F ${flags}（不在屏幕上显示）`, clause: 'Table 167' } : undefined
}

/** One look for all that may happen to it: no states, and none other under the pointer or while pressed. */
function lookFault({ view }: DocumentModel, { dict }: Widget, contents: LookContents): LookFault | undefined {
  const looks = view.dict(dict, 'AP')
  if (!looks) return undefined
  const [normal, ...others] = ['N', 'R', 'D'].map((key) => view.get(looks, key))
  if (normal?.kind === 'dict' || others.some(({ kind }) => kind === 'dict')) {
    return { what: '外观状态字典', clause: '12.5.5' }
  }
  const streams = [normal, ...others].filter((look): look is PdfStream => look?.kind === 'stream')
  const [first] = streams
  if (first && streams.some((look) => !equalValues(look, first))) return { what: '/R、/D 外观', clause: '12.5.5' }
  return first && contents.faultOf(first)
}
