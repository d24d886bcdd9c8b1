import { accountLimits } from './limits.ts'

/** What a number of failures means now: `retryAfter` in ms, 0 when not locked. */
export type LockState = {
  readonly locked: boolean
  readonly retryAfter: number
  readonly captchaRequired: boolean
  readonly triesLeft: number
}

/** The rule of a kind of secret: failures until the lock, its length in ms, and the failure that asks for a captcha. */
export type LockRule = { readonly failures: number; readonly lockMs: number; readonly captchaFrom?: number }

/**
 * Whether `failures` in a row, the last at `lastFailureAt` (ms, null for none), lock now. A lock that has run out
 * gives all tries back.
 */
export function lockState(
  failures: number,
  lastFailureAt: number | null,
  now: number,
  rule: LockRule = accountLimits.login,
): LockState {
  const until = (lastFailureAt ?? 0) + rule.lockMs
  const reached = lastFailureAt !== null && failures >= rule.failures
  if (reached && now < until) return { locked: true, retryAfter: until - now, captchaRequired: true, triesLeft: 0 }
  const counted = reached ? 0 : failures
  const captchaRequired = rule.captchaFrom !== undefined && counted >= rule.captchaFrom
  return { locked: false, retryAfter: 0, captchaRequired, triesLeft: rule.failures - counted }
}
