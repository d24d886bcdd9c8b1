import { useEffect } from 'react'
import { readPreference, usePreference } from '../../client/preference.ts'
import { useLocation } from '../../router/hooks.ts'
import { Navigate } from '../../router/link.tsx'
import { Outlet } from '../../router/router-view.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { useSpaces } from '../space/use-spaces.ts'
import { usePerfectInfo } from '../account/use-perfect-info.ts'

/** Leads an account made by a code to /perfect-info, once (checklist R22), and on to where it wanted to go. */
export function NewcomerGate() {
  const { pathname, search } = useLocation()
  const { data, isLoading } = usePerfectInfo()
  // The gate below needs them: all are asked for at once.
  useSpaces()
  useEffect(() => {
    if (!usePreference.getState().chosen) void readPreference()
  }, [])
  if (isLoading) return <Waiting title="正在进入" />
  const lacking = data?.missingArray.some((field) => field !== 'email')
  if (data?.shown === 0 && lacking)
    return <Navigate replace to={`/perfect-info?redirect=${encodeURIComponent(pathname + search)}`} />
  return <Outlet />
}
