import type { View } from '../read/pdf-file.ts'
import type { PdfDict, PdfValue } from '../read/values.ts'

/** D4: same type, keys and bytes, numbers by value; references are equal when they name the same object. */
export function equalValues(one: PdfValue | undefined, other: PdfValue | undefined): boolean {
  if (!one || !other || one.kind !== other.kind) return one === other
  if (one.kind === 'array' || one.kind === 'dict' || one.kind === 'stream') return equalContainers(one, other)
  return equalScalars(one, other)
}

function equalScalars(one: PdfValue, other: PdfValue): boolean {
  if (one.kind === 'null') return true
  if (one.kind === 'string') return other.kind === 'string' && one.bytes.equals(other.bytes)
  if (one.kind === 'ref') {
    return other.kind === 'ref' && one.number === other.number && one.generation === other.generation
  }
  return 'value' in one && 'value' in other && one.value === other.value
}

function equalContainers(one: PdfValue, other: PdfValue): boolean {
  if (one.kind === 'array') return other.kind === 'array' && equalItems(one.items, other.items)
  if (one.kind === 'dict') return other.kind === 'dict' && equalDicts(one, other)
  if (one.kind !== 'stream' || other.kind !== 'stream') return false
  return equalDicts(one.dict, other.dict) && one.raw.equals(other.raw)
}

function equalItems(one: PdfValue[], other: PdfValue[]): boolean {
  return one.length === other.length && one.every((item, index) => equalValues(item, other[index]))
}

/** An entry that is null is none (ISO 32000-2 7.3.7). */
function equalDicts(one: PdfDict, other: PdfDict): boolean {
  if (other.duplicates.length > 0) return false
  const [ownKeys, otherKeys] = [entriesOf(one), entriesOf(other)]
  return (
    ownKeys.length === otherKeys.length && ownKeys.every(([key, value]) => equalValues(value, other.entries.get(key)))
  )
}

const entriesOf = ({ entries }: PdfDict) => [...entries].filter(([, { kind }]) => kind !== 'null')

const isNone = (value: PdfValue | undefined) => value === undefined || value.kind === 'null'

/** Keys of two dictionaries whose values differ, in any order; inline and indirect forms of one value are equal. */
export function changedKeys(oldView: View, oldDict: PdfDict, newView: View, newDict: PdfDict): string[] {
  const keys = new Set([...oldDict.entries.keys(), ...newDict.entries.keys()])
  return [...keys].filter((key) => {
    const before = oldDict.entries.get(key)
    const after = newDict.entries.get(key)
    if (equalValues(before, after) || (isNone(before) && isNone(after))) return false
    if (before?.kind === after?.kind && before?.kind !== 'ref') return true
    return !before || !after || !equalValues(oldView.resolve(before), newView.resolve(after))
  })
}
