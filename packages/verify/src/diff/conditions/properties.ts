import { dictOf, equalValues } from '@moqi/pdf/read/values'
import type { Side } from '../revision-pair.ts'
import type { Change, Condition } from '../rule.ts'
import { onceAPair } from './once-a-pair.ts'
import { attempt } from '../../structure/attempt.ts'
import { type Properties, readXmp } from '@moqi/pdf/read/xmp'

/** D14: properties may change as long as they are properties, which could pull in nothing. */
export const isXmp = onceAPair('isXmp', ({ newer }) => propertiesOf(newer) !== 'other')

/** D14: whether properties in XMP name another title or author than before. */
export const isXmpRetitled = onceAPair('isXmpRetitled', ({ older, newer }) => {
  const [before, after] = [propertiesOf(older), propertiesOf(newer)]
  if (typeof after !== 'object' || before === 'other') return false
  if (before === 'none') return after.title !== '' || after.author !== ''
  return before.title !== after.title || before.author !== after.author
})

const known = new WeakMap<Side, Properties | 'none' | 'other'>()

/** What a revision's XMP says, read once. */
function propertiesOf(side: Side): Properties | 'none' | 'other' {
  const { view, model } = side
  const stream = view.get(model.catalog, 'Metadata')
  const read = () =>
    (stream.kind === 'stream' ? attempt(() => readXmp(stream, view.file.budget)) : undefined) ?? 'other'
  const properties = known.get(side) ?? (stream.kind === 'null' ? 'none' : read())
  known.set(side, properties)
  return properties
}

/** D14: whether the information dictionary, where there was one, says anything else. */
export const isRewritten: Condition = ({ before, after }) => before !== undefined && !equalValues(before, after)

/** D14, E10: whether the information dictionary names another title or author, or one where none was named. */
export function isRetitled({ pair: { older, newer }, before, after }: Change): boolean {
  const [was, is] = [dictOf(before), dictOf(after)]
  return ['Title', 'Author'].some((key) => !equalValues(older.view.get(was, key), newer.view.get(is, key)))
}
