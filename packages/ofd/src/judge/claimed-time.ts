const form = /^(\d{4})-?(\d\d)-?(\d\d)[T ]?(\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/i
const hour = 3_600_000
const tolerance = 5 * 60_000

/** Milliseconds of a SignatureDateTime, without a zone as Beijing has it; undefined when it is no time. */
function timeOf(text: string): number | undefined {
  const match = form.exec(text)
  if (!match) return undefined
  const [, year, month, day, hours, minutes, seconds = '00', zone = '+08:00'] = match
  const offset = /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
  const time = Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}${offset}`)
  return Number.isNaN(time) ? undefined : time
}

/**
 * Whether Signature.xml names another time than the seal's signature, ms. Writers call the hour of Beijing that of
 * Greenwich and the other way round: eight hours are no other time.
 */
export function contradicts(text: string, at: number): boolean {
  const time = timeOf(text)
  if (text === '') return false
  if (time === undefined) return true
  return [0, 8 * hour, -8 * hour].every((shift) => Math.abs(time + shift - at) > tolerance)
}
