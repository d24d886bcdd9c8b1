import { useEffect } from 'react'
import { readInviteCode } from '../../client/session.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'

const decides = '/user-space/company-join'

/** Leads to the invitation that a link left behind before signing in (checklist R56, K2); it is answered there. */
export function useInviteCode(): void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  useEffect(() => {
    const code = readInviteCode()
    // Becoming real-named is on the way to an answer.
    if (!code || pathname === decides || pathname === '/personal-auth-info') return
    void navigate(`${decides}?inviteCode=${code}`, { replace: true })
  }, [pathname, navigate])
}
