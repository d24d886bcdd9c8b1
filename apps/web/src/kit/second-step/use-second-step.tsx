import type { KeyChallenge } from '@moqi/api/passkey'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CallRefusal } from '../../client/call-error.ts'

type Session = { token: string; device?: string | undefined }
type Asked = {
  challenge: KeyChallenge
  rememberMe: 0 | 1
  onEntered: (session: Session) => void
  onClose: () => void
}

/** Comes to whoever is asked for a key. */
const SecondSheet = lazy(async () => ({ default: (await import('./second-sheet.tsx')).SecondSheet }))

/**
 * A sign-in whose account asks for a key besides: `guard` waits for the second step where the first was right, and
 * throws what refused it when that is given up; `second` is to be shown.
 */
export function useSecondStep(): {
  guard: (entering: Promise<Session>, rememberMe?: 0 | 1) => Promise<Session>
  second: ReactNode
} {
  const [asked, setAsked] = useState<Asked | null>(null)
  const guard = async (entering: Promise<Session>, rememberMe: 0 | 1 = 0) => {
    try {
      return await entering
    } catch (fault) {
      const challenge = challengeIn(fault)
      if (!challenge) throw fault
      const session = await new Promise<Session | null>((resolve) =>
        setAsked({ challenge, rememberMe, onEntered: resolve, onClose: () => resolve(null) }),
      )
      setAsked(null)
      if (!session) throw fault
      return session
    }
  }
  return { guard, second: asked && <Suspense>{<SecondSheet {...asked} />}</Suspense> }
}

/** The challenge that a refusal carries; null for any other. */
function challengeIn(fault: unknown): KeyChallenge | null {
  if (!(fault instanceof CallRefusal) || fault.reason !== 'account/key-required') return null
  const { code, rpId, keyArray } = Object(fault.data.challenge)
  return typeof code === 'string' && typeof rpId === 'string' && Array.isArray(keyArray)
    ? { code, rpId, keyArray }
    : null
}
