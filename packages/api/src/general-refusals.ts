import type { RefusalCode } from '@moqi/domain/refusal'
import type { Call } from './call.ts'

/** Refusals any call may give, so that the table need not repeat them. */
export const generalRefusals: readonly RefusalCode[] = [
  'request/invalid',
  'request/too-often',
  'request/idempotency-mismatch',
  'service/unavailable',
  'session/required',
  'session/forbidden',
  'space/closing',
  'space/not-found',
  'space/provider-only',
  'space/own-only',
  'space/network',
  'space/second-step',
  'space/sign-in-again',
  'space/password-old',
  'space/frozen',
  'visit/limited',
]

/** All a caller may be refused with: what the call's row says, and what befalls any call like it. */
export function refusalsOf({ access, mutates, refuses }: Call): RefusalCode[] {
  const spared: RefusalCode[] = [
    ...(mutates ? [] : (['request/idempotency-mismatch'] as const)),
    ...(access === 'open'
      ? ([
          'session/required',
          'session/forbidden',
          'space/closing',
          'space/not-found',
          'space/provider-only',
          'space/own-only',
          'space/network',
          'space/second-step',
          'space/sign-in-again',
          'space/password-old',
          'space/frozen',
          'visit/limited',
        ] as const)
      : []),
  ]
  return [...new Set([...refuses, ...generalRefusals.filter((code) => !spared.includes(code))])]
}
