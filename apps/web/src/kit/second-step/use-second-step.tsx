import type { KeyChallenge } from '@moqi/api/passkey'
import type { OwnerChallenge } from '@moqi/api/phone-owner'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { CallRefusal } from '../../client/call-error.ts'

type Session = { token: string; device?: string | undefined }
type Asked = {
  /** For a key of the account, or for what proves that it is one's own. */
  challenge: KeyChallenge | OwnerChallenge
  rememberMe: 0 | 1
  onEntered: (session: Session) => void
  onClose: () => void
}

/** Come to whoever is asked. */
const OwnerSheet = lazy(async () => ({ default: (await import('./owner-sheet.tsx')).OwnerSheet }))
const SecondSheet = lazy(async () => ({ default: (await import('./second-sheet.tsx')).SecondSheet }))

/**
 * A sign-in whose account asks for a key besides, or for proof that the phone's number is still its owner's: `guard`
 * waits for the second step where the first was right, and throws what refused it when that is given up; `second` is
 * to be shown.
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
  return { guard, second: asked && <Suspense>{sheetOf(asked)}</Suspense> }
}

const sheetOf = ({ challenge, ...asked }: Asked) =>
  'proofArray' in challenge ? (
    <OwnerSheet challenge={challenge} {...asked} />
  ) : (
    <SecondSheet challenge={challenge} {...asked} />
  )

/** The challenge that a refusal carries; null for any other. */
function challengeIn(fault: unknown): Asked['challenge'] | null {
  if (!(fault instanceof CallRefusal)) return null
  const { code, rpId, keyArray, proofArray } = Object(fault.data.challenge)
  if (typeof code !== 'string') return null
  if (fault.reason === 'account/owner-unproven') return Array.isArray(proofArray) ? { code, proofArray } : null
  if (fault.reason !== 'account/key-required') return null
  return typeof rpId === 'string' && Array.isArray(keyArray) ? { code, rpId, keyArray } : null
}
