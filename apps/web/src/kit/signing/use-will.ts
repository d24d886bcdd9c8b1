import type { WillWay } from '@moqi/domain/contract/will-kind'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { goodToken, noWill, type Will } from './will.ts'

/** What is willed: the signature of contracts, or the agreement to applications. */
type Willed = { signIds: string[] } | { approveIds: string[] }

/**
 * What a proof of will is given for: a `quiet` call, whose idempotency key `keyOf` makes of what is sent, so that a
 * repeat is harmless; `certificate` by which certificate key the will was proved, if by one.
 */
export type WilledAct = (
  authToken: string,
  keyOf: (input: unknown) => string,
  certificate: string | null,
) => Promise<unknown>

type Token = NonNullable<Will['token']>

/** Exchanges what was typed for a token, or adds it to the token of another way. */
function exchange(willed: Willed, way: WillWay, code: string, authToken: string | undefined) {
  const first = { ...willed, ...(authToken !== undefined && { authToken }) }
  if (way === 'key') return exchangeKey(willed, first)
  if (way === 'certificate') return exchangeCertificate(willed, first, code)
  return way === 'pin'
    ? call('getAuthTokenByPin', { ...first, pin: code }, { quiet: true })
    : call('getAuthTokenBySmsVerificationCode', { ...first, smsCode: code }, { quiet: true })
}

/** Has a key that sees who holds it sign what is willed. */
async function exchangeKey(willed: Willed, first: Willed & { authToken?: string }) {
  const { signWithKey } = await import('../../client/ask-key.ts')
  const challenge = await call('getWillChallenge', willed, { quiet: true })
  return call('getAuthTokenByKey', { ...first, ...(await signWithKey(challenge, 'required')) }, { quiet: true })
}

/** Has the certificate key with that SHA-256 sign what is willed. */
async function exchangeCertificate(willed: Willed, first: Willed & { authToken?: string }, id: string) {
  const { answerChallenge } = await import('../../client/companion.ts')
  const asked = await call('getCertificateChallenge', { ...willed, id }, { quiet: true })
  const { code, sign } = await answerChallenge({ id, cert: '', chainArray: [] }, asked.code)
  return call('getAuthTokenByCertificate', { ...first, id, code, sign }, { quiet: true })
}

/** Sets the PIN of who has none, by the token that a code by SMS, or a key, gave. */
export const setPin = (pin: string, token: Token): Promise<unknown> =>
  call('setPin', { pin, authToken: token.value }, { quiet: true })

/**
 * The proof of will for what is named: `ask` sends a code, `prove` exchanges it, or the PIN, one after the other for
 * one token, and `act` spends that. A proof given is used again when the act came to nothing. All throw as `call` does.
 */
export function useWill(willed: Willed) {
  const [will, setWill] = useState(noWill)
  const keyOf = useRepeatKey()

  const ask = async () => {
    const { phone, resendSeconds } = await call('getSmsVerificationCode', { scene: 'sign', ...willed }, { quiet: true })
    setWill((before) => ({ ...before, phone, resendAt: Date.now() + resendSeconds * 1000 }))
  }
  /** The token so far; null when nothing is proved, or not any more. */
  const present = () => goodToken(will, Date.now())
  const prove = async (way: WillWay, code: string, before: Token | null): Promise<Token> => {
    const { authToken, expireTime, willAuthArray } = await exchange(willed, way, code, before?.value)
    const certificate = way === 'certificate' ? code : (before?.certificate ?? null)
    const token = { value: authToken, expires: expireTime, ways: willAuthArray, certificate }
    setWill((known) => ({ ...known, token }))
    return token
  }
  const act = (token: Token, doing: WilledAct) => doing(token.value, keyOf, token.certificate)
  const dropToken = () => setWill((before) => ({ ...before, token: null }))
  const waitUntil = (resendAt: number) => setWill((before) => ({ ...before, resendAt }))
  return { will, ask, present, prove, act, dropToken, waitUntil }
}

/** What `useWill` gives. */
export type WillProof = ReturnType<typeof useWill>
