/** What limits the guessing of a code: digits and wrong tries of one, and how many are sent. */
export type CodeLimits = {
  readonly digits: number
  readonly wrongTries: number
  readonly resendMs: number
  readonly perPhoneHour: number
  readonly perPhoneDay: number
}

/**
 * The chance that somebody who knows nothing guesses a code, from however many addresses: tries are counted by the
 * code. `perCode` of one code; `perHour` and `perDay` of any of those a phone can be sent for one purpose in that time.
 */
export function guessBound(limits: CodeLimits): { perCode: number; perHour: number; perDay: number } {
  const perCode = limits.wrongTries / 10 ** limits.digits
  const mostInAnHour = Math.min(limits.perPhoneHour, Math.ceil(3_600_000 / limits.resendMs), limits.perPhoneDay)
  const any = (codes: number) => 1 - (1 - perCode) ** codes
  return { perCode, perHour: any(mostInAnHour), perDay: any(limits.perPhoneDay) }
}
