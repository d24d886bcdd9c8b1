import type { FoundSignature } from '@moqi/form/find-signatures'

/**
 * When a signature claims to be made, by /M: milliseconds, or undefined. As viewers read it, it may stand elsewhere and
 * begin with its year.
 */
export function claimedTime({ dict, model }: FoundSignature): number | undefined {
  const value = dict?.entries.get('M')
  const shown = model ? model.view.resolve(value) : value
  return shown?.kind === 'string' ? timeIn(shown.bytes.toString('latin1')) : undefined
}

/** Whether it does so as it should: by a date in the dictionary itself (EN 319 142-1 6.3). */
export function statesTime({ dict, hidden, model }: FoundSignature): boolean {
  const value = dict?.entries.get('M')
  if (value?.kind !== 'string') return false
  // P17: of what cannot be decrypted nobody can say that it is no date.
  if (hidden === true || model?.view.file.unreadable) return true
  const source = value.bytes.toString('latin1')
  return source.startsWith('D:') && timeIn(source) !== undefined
}

/** A date string such as `D:20261120110000+08'00'` (ISO 32000-2 7.9.4). */
function timeIn(source: string): number | undefined {
  const match = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(source)
  if (!match) return undefined
  const part = (index: number, otherwise: number) => Number(match[index] ?? otherwise)
  const local = Date.UTC(part(1, 1970), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0))
  const offset = (part(8, 0) * 60 + part(9, 0)) * 60_000
  return match[7] === '-' ? local + offset : local - offset
}
