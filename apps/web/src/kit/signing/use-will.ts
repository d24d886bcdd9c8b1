import type { WillWay } from '@moqi/domain/contract/will-kind'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { goodToken, noWill } from './will.ts'

/** What is willed: the signature of contracts, or the agreement to applications. */
type Willed = { signIds: string[] } | { approveIds: string[] }

/**
 * What a proof of will is given for: a `quiet` call, whose idempotency key `keyOf` makes of what is sent, so that a
 * repeat is harmless.
 */
export type WilledAct = (authToken: string, keyOf: (input: unknown) => string) => Promise<unknown>

/**
 * The proof of will for what is named: `ask` sends a code, `confirm` exchanges it, or the PIN, and acts. A proof given
 * is used again when the act came to nothing. Both throw as `call` does.
 */
export function useWill(willed: Willed) {
  const [will, setWill] = useState(noWill)
  const keyOf = useRepeatKey()

  const ask = async () => {
    const { phone, resendSeconds } = await call('getSmsVerificationCode', { scene: 'sign', ...willed }, { quiet: true })
    setWill({ phone, resendAt: Date.now() + resendSeconds * 1000, token: null })
  }

  const confirm = async (way: WillWay, code: string, act: WilledAct) => {
    let authToken = goodToken(will, Date.now())
    if (authToken === null) {
      const given =
        way === 'pin'
          ? await call('getAuthTokenByPin', { ...willed, pin: code }, { quiet: true })
          : await call('getAuthTokenBySmsVerificationCode', { ...willed, smsCode: code }, { quiet: true })
      authToken = given.authToken
      setWill({ ...will, token: { value: given.authToken, expires: given.expireTime } })
    }
    return act(authToken, keyOf)
  }
  const dropToken = () => setWill((before) => ({ ...before, token: null }))
  const waitUntil = (resendAt: number) => setWill((before) => ({ ...before, resendAt }))
  return { will, ask, confirm, dropToken, waitUntil }
}

/** What `useWill` gives. */
export type WillProof = ReturnType<typeof useWill>
