import { useEffect } from 'react'
import { useNavigate } from '../../router/hooks.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../kit/authentication/authentication.css'

/** Where the form or the result will be; on the way to `leadsTo`, which takes the place of this page, when given. */
export function PersonAuthLoading({ leadsTo }: { leadsTo?: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    if (leadsTo !== undefined) void navigate(leadsTo, { replace: true })
  }, [leadsTo, navigate])
  return (
    <div className="person-auth" aria-busy="true">
      <Skeleton rows={5} height={48} />
    </div>
  )
}
