import type { Increment } from '@moqi/pdf/write/increment'
import { decimal, reference } from '@moqi/pdf/write/pdf-syntax'
import { formEntries } from './appearance.ts'
import type { Widget } from './layout.ts'

/** A checkbox has two appearances and a state that names one of them (ISO 32000-1 §12.7.4.2.3). */

/** The line round the box, in points. */
const line = 0.75

/** Source of the state: ticked or not. */
export const checkboxState = (checked: boolean): string => (checked ? '/V/Yes/AS/Yes' : '/V/Off/AS/Off')

/** Writes both appearances of a box of this size in points; returns the source of the entry that names them. */
export function checkboxAppearances(increment: Increment, shape: Pick<Widget, 'width' | 'height' | 'rotate'>): string {
  const { width, height } = shape
  // Square whatever the widget is, so that it reads as a box to tick.
  const side = Math.min(width, height)
  const [left, bottom] = [(width - side) / 2, (height - side) / 2]
  const at = (x: number, y: number) => `${decimal(left + x * side)} ${decimal(bottom + y * side)}`
  const edge = [left + line / 2, bottom + line / 2, side - line, side - line].map(decimal).join(' ')
  const box = `q 0 G ${decimal(line)} w ${edge} re S Q`
  const tick = `q 0 G 1 J 1 j ${decimal(side * 0.12)} w ${at(0.22, 0.52)} m ${at(0.43, 0.28)} l ${at(0.8, 0.76)} l S Q`
  const off = increment.newStream(formEntries(shape, ''), box)
  const yes = increment.newStream(formEntries(shape, ''), `${box} ${tick}`)
  return `/AP<</N<</Yes ${reference(yes)}/Off ${reference(off)}>>>>`
}
