import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../client/call.ts'
import { readRedirect } from '../../client/own-path.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import { perfectInfoKey, usePerfectInfo } from '../../kit/account/use-perfect-info.ts'
import { PerfectInfoForm } from './perfect-info-form.tsx'

/** /perfect-info (checklist R22): what an account made by a code still lacks. Shown is shown: it does not come back. */
export function PerfectInfoPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const redirect = readRedirect(useLocation().search)
  const { data, isError, isFetching, refetch } = usePerfectInfo()
  const [done, setDone] = useState(false)
  useEffect(() => {
    if (data?.shown !== 0) return
    queryClient.setQueryData(perfectInfoKey, { ...data, shown: 1 as const })
    // If this fails it is shown once more, which is no harm.
    call('perfectInfo', {}, { quiet: true }).catch(() => null)
  }, [data, queryClient])
  const completed = async () => {
    setDone(true)
    success('账号信息已保存')
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: perfectInfoKey }),
      queryClient.invalidateQueries({ queryKey: ['account'] }),
    ])
    await navigate(redirect, { replace: true })
  }
  if (data && data.missingArray.length === 0 && !done) return <Navigate replace to={redirect} />
  return (
    <LeanFrame out={<Link to={redirect}>以后再填</Link>}>
      <h1>完善账号信息</h1>
      <p className="lean-sub">补齐之后，还能用账号和密码登录。</p>
      {isError && !data && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && (
        <div className="card lean-form" aria-busy="true">
          <Skeleton rows={3} height={48} />
        </div>
      )}
      {data && <PerfectInfoForm missing={data.missingArray} onCompleted={completed} />}
    </LeanFrame>
  )
}
