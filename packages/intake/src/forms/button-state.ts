import type { View } from '@moqi/pdf/read/pdf-file'
import { decimal } from '@moqi/pdf/write/pdf-syntax'
import type { FormWidget } from './form-widgets.ts'
import type { WidgetFrame } from './widget-frame.ts'

/** Field flags 16 and 17 (ISO 32000-1 §12.7.4.2.1). */
const radio = 1 << 15
const push = 1 << 16

/**
 * The state a checkbox or radio button is in: the one it says it is in, else, or when the form asks for its appearances
 * anew, the one that the field's value names. Undefined for push buttons and where nobody can tell.
 */
export function buttonState(view: View, widget: FormWidget, anew: boolean): string | undefined {
  const { dict, flags, values, alone } = widget
  if (flags & push) return undefined
  const said = view.name(dict, 'AS')
  const [value] = values
  if (value === undefined || (said !== undefined && !anew)) return said
  const appearances = view.dict(view.dict(dict, 'AP'), 'N')
  if (appearances?.entries.has(value)) return value
  // A button of several may show any state of the field, or none of them.
  if (alone) return value
  return appearances ? 'Off' : said
}

/** A tick, or a radio button's dot, in the middle of the widget. */
export function buttonAppearance({ flags }: FormWidget, { width, height, ground }: WidgetFrame, on: boolean): string {
  const side = Math.min(width, height)
  const [left, bottom] = [(width - side) / 2, (height - side) / 2]
  const at = (x: number, y: number) => `${decimal(left + x * side)} ${decimal(bottom + y * side)}`
  if (!on) return ground
  // A line of no length with round ends is a dot (§8.4.3.3).
  if (flags & radio) return `${ground}q 0 G 1 J ${decimal(side * 0.5)} w ${at(0.5, 0.5)} m ${at(0.5, 0.5)} l S Q`
  const tick = `${at(0.22, 0.52)} m ${at(0.43, 0.28)} l ${at(0.8, 0.76)} l S`
  return `${ground}q 0 G 1 J 1 j ${decimal(side * 0.12)} w ${tick} Q`
}
