import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { useSpace } from '../../client/space-store.ts'
import { ForbiddenPage } from '../../kit/space/forbidden-page.tsx'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MakeSignCode } from './make-sign-code.tsx'
import { SignCodeCard } from './sign-code-card.tsx'
import { signCodeKeys } from './sign-code-keys.ts'
import { SignCodeUses } from './sign-code-uses.tsx'
import './sign-codes.css'

/** /space/sign-codes: the codes of the space's templates, or with `?signCodeId` what one of them has made. */
export function SignCodesPage() {
  const space = useSpace((state) => state.current)
  const [params] = useSearchParams()
  if (!space) return null
  if (!hasRight(space, 'launch')) return <ForbiddenPage />
  const signCodeId = params.get('signCodeId')
  if (signCodeId !== null) return <SignCodeUses key={signCodeId} signCodeId={signCodeId} />
  return <SignCodes tenantId={space.tenantId} templateId={params.get('templateId') ?? ''} />
}

function SignCodes({ tenantId, templateId }: { tenantId: string; templateId: string }) {
  const [making, make] = useState(false)
  return (
    <>
      <div className="sign-codes-head">
        <h1 className="h1">一码多签</h1>
        <p className="muted">每人扫码后各签一份自己的合同，无需逐个填写手机号。</p>
        <Button variant="primary" onClick={() => make(true)}>
          <Plus size={18} />
          新建签署码
        </Button>
      </div>
      {templateId !== '' && (
        <p className="small muted">
          只显示所选模板的签署码。
          <Link className="link" to="/space/sign-codes">
            查看全部
          </Link>
        </p>
      )}
      <List tenantId={tenantId} templateId={templateId} />
      {making && <MakeSignCode templateId={templateId} onClose={() => make(false)} />}
    </>
  )
}

function List({ tenantId, templateId }: { tenantId: string; templateId: string }) {
  const { data, isError, isFetching, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: signCodeKeys.list(tenantId, templateId),
    queryFn: ({ signal, pageParam }) =>
      call('listSignCode', { ...(templateId && { templateId }), cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div role="status" aria-label="正在加载" aria-busy="true">
        <Skeleton rows={3} height={144} />
      </div>
    )
  const codes = data.pages.flatMap(({ signCodeArray }) => signCodeArray)
  if (codes.length === 0)
    return <EmptyState title="还没有签署码" hint="选一个只留一名签署人的模板，生成二维码，贴在门店或发到群里。" />
  return (
    <>
      <ul className="sign-codes" aria-label="签署码">
        {codes.map((code) => (
          <SignCodeCard key={code.signCodeId} code={code} />
        ))}
      </ul>
      {hasNextPage && (
        <div className="sign-codes-more">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}
