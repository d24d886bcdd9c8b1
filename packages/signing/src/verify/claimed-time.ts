/** Milliseconds of a date string such as `D:20261120110000+08'00'` (ISO 32000-2 7.9.4), or undefined. */
export function claimedTime(value: { kind: string; bytes?: Buffer } | undefined): number | undefined {
  const source = value?.kind === 'string' ? (value.bytes?.toString('latin1') ?? '') : ''
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?'?)?/.exec(source)
  if (!match) return undefined
  const part = (index: number, otherwise: number) => Number(match[index] ?? otherwise)
  const local = Date.UTC(part(1, 1970), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0))
  const offset = (part(8, 0) * 60 + part(9, 0)) * 60_000
  return match[7] === '-' ? local + offset : local - offset
}
