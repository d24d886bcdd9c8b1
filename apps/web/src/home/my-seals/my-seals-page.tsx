import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { useSpace } from '../../client/space-store.ts'
import { Link } from '../../router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { OwnSpaceFirst } from '../../kit/space/own-space-first.tsx'
import { OwnSeal } from './own-seal.tsx'
import './my-seals.css'

const making = '/create-sign?from=/user/seal'

/** /user/seal (checklist R39): the person's own seals and signatures, at their true size. */
export function MySealsPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (space.spaceType !== 'person')
    return <OwnSpaceFirst>个人签名和印章保存在您的个人空间。签署企业合同时使用的印章由企业管理员管理。</OwnSpaceFirst>
  return <OwnSeals tenantId={space.tenantId} />
}

function OwnSeals({ tenantId }: { tenantId: string }) {
  const list = useInfiniteQuery({
    queryKey: ['seals', 'own', tenantId],
    queryFn: ({ signal, pageParam }) => call('listSeals', { cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  const { data, isError, isFetching, refetch } = list
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="own-seals" aria-busy="true">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} height={298} />
        ))}
      </div>
    )
  const seals = data.pages.flatMap(({ sealInfoArray }) => sealInfoArray)
  if (seals.length === 0)
    return (
      <div className="card">
        <EmptyState title="暂无印章，去制作" hint="做一次，以后签合同都能用；一分钟就好。">
          <ButtonLink to={making} variant="primary">
            <Plus size={18} />
            制作签名
          </ButtonLink>
        </EmptyState>
      </div>
    )
  return (
    <>
      <MeActs>
        <ButtonLink to={making} variant="primary">
          <Plus size={18} />
          制作签名
        </ButtonLink>
      </MeActs>
      <p className="small muted own-seals-tip">图样按实际尺寸显示，每格 5 mm。仅本人可用，每次签署仍须意愿认证。</p>
      <ul className="own-seals">
        {seals.map((seal) => (
          <OwnSeal key={seal.sealId} seal={seal} />
        ))}
        <li>
          <Link to={making} className="own-seal-new">
            <Plus size={24} />
            <b>制作签名</b>
            <span className="small muted">模板、手写、手机手写、上传</span>
          </Link>
        </li>
      </ul>
      {list.hasNextPage && (
        <div className="own-seals-more">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}
