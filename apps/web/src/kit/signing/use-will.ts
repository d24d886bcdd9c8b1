import type { WillWay } from '@moqi/domain/contract/will-kind'
import { useCallback, useState } from 'react'
import { call } from '../../client/call.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { goodToken, noWill } from './will.ts'
import type { signedPlaces } from './signing-state.ts'

type Places = ReturnType<typeof signedPlaces>

/**
 * The proof of will for one entry: `ask` sends a code, `sign` exchanges it, or the PIN, and signs. A proof given is
 * used again when signing came to nothing, and a repeat of the same signature is harmless. Both throw as `call` does.
 */
export function useWill(signId: string) {
  const [will, setWill] = useState(noWill)
  const keyOf = useRepeatKey()

  const ask = useCallback(async () => {
    const { phone, resendSeconds } = await call(
      'getSmsVerificationCode',
      { scene: 'sign', signIds: [signId] },
      { quiet: true },
    )
    setWill({ phone, resendAt: Date.now() + resendSeconds * 1000, token: null })
  }, [signId])

  const sign = async (way: WillWay, code: string, places: Places) => {
    let authToken = goodToken(will, Date.now())
    if (authToken === null) {
      const signIds = [signId]
      const given =
        way === 'pin'
          ? await call('getAuthTokenByPin', { signIds, pin: code }, { quiet: true })
          : await call('getAuthTokenBySmsVerificationCode', { signIds, smsCode: code }, { quiet: true })
      authToken = given.authToken
      setWill({ ...will, token: { value: given.authToken, expires: given.expireTime } })
    }
    const input = { signId, authToken, positionArray: places }
    return call('sign', input, { key: keyOf(input), quiet: true })
  }
  const dropToken = () => setWill((before) => ({ ...before, token: null }))
  const waitUntil = (resendAt: number) => setWill((before) => ({ ...before, resendAt }))
  return { will, ask, sign, dropToken, waitUntil }
}

/** What `useWill` gives. */
export type WillProof = ReturnType<typeof useWill>
