import { accountLimits } from './limits.ts'

/**
 * Whether an account last used then (ms) may have lost its phone number to somebody else: a carrier leaves a number
 * idle for ninety days before it gives it away (电信网码号资源管理), so nobody who used it since can be another.
 */
export const isDormant = (usedAt: number, now: number): boolean => now - usedAt >= accountLimits.dormant.afterMs

/** What a phone number becomes that has left its account: unique, and no phone, so nothing is sent to it. */
export const leftPhone = (accountId: string): string => `left ${accountId}`

/** Whether an account has a phone: one that was left or closed has none. */
export const hasPhone = (phone: string): boolean => /^\d/.test(phone)
