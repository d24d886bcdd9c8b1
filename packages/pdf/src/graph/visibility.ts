import { decodeStream } from '../read/decode-stream.ts'
import { PdfFault } from '../read/fault.ts'
import type { View } from '../read/pdf-file.ts'
import { integerOf, type PdfDict, type PdfStream, type PdfValue } from '../read/values.ts'
import { rectOf, type Widget } from './fields.ts'

/** Whether a widget shows anything to a reader: on a page, with an area, not hidden (ISO 32000-2 12.5.3). */
export function isVisible(view: View, widget: Widget): boolean {
  const hidden = ((integerOf(view.get(widget.dict, 'F')) ?? 0) & 0x22) !== 0
  return widget.page !== null && !hidden && hasArea(view, widget)
}

/**
 * Whether a widget can show anything to anybody: on a page, with an area or with an appearance that draws. Flags hide
 * it from the screen or from paper only, or until the pointer comes by (D12, D16, D17; ISO 32000-2 Table 167).
 */
export function canShow(view: View, widget: Widget): boolean {
  if (widget.page === null) return false
  return hasArea(view, widget) || drawsAppearance(view, widget.dict)
}

/** Whether the appearance of a widget at rest draws anything. */
export function drawsAppearance(view: View, widget: PdfDict): boolean {
  return draws(view, view.get(view.dict(widget, 'AP'), 'N'))
}

function hasArea(view: View, { dict }: Widget): boolean {
  const rect = rectOf(view, dict)
  return rect !== undefined && rect[2] > rect[0] && rect[3] > rect[1]
}

/** Whether an appearance, or that of one of a field's states, holds more than white space and comments. */
function draws(view: View, normal: PdfValue): boolean {
  if (normal.kind === 'stream') return !isBlank(view, normal)
  const states = normal.kind === 'dict' ? [...normal.entries.values()] : []
  return states.map((state) => view.resolve(state)).some((state) => state.kind === 'stream' && !isBlank(view, state))
}

function isBlank(view: View, appearance: PdfStream): boolean {
  try {
    const source = decodeStream(appearance, view.file.budget).toString('latin1')
    return source.replaceAll(/%[^\r\n]*/g, '').trim() === ''
  } catch (error) {
    if (error instanceof PdfFault) return false
    throw error
  }
}
