import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { readFrom } from '../../client/own-path.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { LeanFrame } from '../../kit/frame/lean-frame.tsx'
import { BindEmailForm } from './bind-email-form.tsx'

/** /bind-email (checklist R23): binds a mail address, or another one; `from` is where it was asked for. */
export function BindEmailPage() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const account = useQuery({
    queryKey: ['account'],
    queryFn: ({ signal }) => call('getUserAccountInfo', {}, { signal }),
  })
  const from = readFrom(query.get('from'))
  const bound = async () => {
    success('邮箱已绑定')
    await queryClient.invalidateQueries({ queryKey: ['account'] })
    await navigate(from, { replace: true })
  }
  const back = from === '/' ? '返回首页' : from === '/user/settings' ? '返回安全设置' : '返回'
  const { data, isError, isFetching, refetch } = account
  return (
    <LeanFrame out={<Link to={from}>{back}</Link>}>
      <h1>{data?.email ? '更换邮箱' : '绑定邮箱'}</h1>
      <p className="lean-sub">签署通知、签署完成的合同链接和发票会发到这里。</p>
      {isError && !data && <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !isError && (
        <div className="card lean-form" aria-busy="true">
          <Skeleton rows={3} height={48} />
        </div>
      )}
      {data && (
        <BindEmailForm email={data.email} phone={data.phone} onBound={bound} onCancel={() => void navigate(from)} />
      )}
    </LeanFrame>
  )
}
