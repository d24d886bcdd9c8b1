import type { SealInfo } from '@moqi/api/shapes'
import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { spaceRole } from '@moqi/domain/spaces/space-name'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { usePicture } from '../../client/picture.ts'
import { useSpace } from '../../client/space-store.ts'
import { Navigate } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { SealImage } from '../../ui/seal-image.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { factsOf } from '../../kit/space/space-facts.ts'
import { SealHoldersSheet } from './seal-holders-sheet.tsx'
import './company-seals-page.css'

const kinds: Record<SealInfo['sealType'], string> = {
  company: '企业印章',
  legal: '法定代表人章',
  person: '个人印章',
  handwrite: '手写签名',
}

/** /company-space/admin-signatures (checklist R38): the company's seals, for its administrator. */
export function CompanySealsPage() {
  const space = useSpace((state) => state.current)
  if (!space) return null
  if (spaceRole(factsOf(space)) !== 'administrator') return <Navigate replace to="/401" />
  return <Seals tenantId={space.tenantId} />
}

function Seals({ tenantId }: { tenantId: string }) {
  const list = useInfiniteQuery({
    queryKey: ['seals', 'company', tenantId],
    queryFn: ({ signal, pageParam }) => call('listSeals', { cursor: pageParam, pageSize: 20 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: (page) => page.nextCursor,
  })
  const { data, isError, isFetching, refetch } = list
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div className="company-seals" aria-busy="true">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} height={264} />
        ))}
      </div>
    )
  const seals = data.pages.flatMap(({ sealInfoArray }) => sealInfoArray)
  if (seals.length === 0) return <EmptyState title="暂时没有企业印章" />
  return (
    <>
      <ul className="company-seals">
        {seals.map((seal) => (
          <SealCard key={seal.sealId} seal={seal} />
        ))}
      </ul>
      {list.hasNextPage && (
        <div className="company-seals-more">
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            加载更多
          </Button>
        </div>
      )}
    </>
  )
}

function SealCard({ seal }: { seal: SealInfo }) {
  const picture = usePicture(seal.sealImg)
  const [asking, setAsking] = useState(false)
  return (
    <li className="card company-seal">
      <div className="company-seal-art">
        {picture && <SealImage src={picture} alt={seal.sealName} width={seal.width} height={seal.height} mm={3.2} />}
      </div>
      <h2 className="h2 clip" title={seal.sealName}>
        {seal.sealName}
      </h2>
      <p className="small muted">
        {kinds[seal.sealType]}　{seal.width} × {seal.height} mm
      </p>
      <p className="small muted">
        {sealStateLabels[seal.sealStatus]}　{formatDate(seal.createTime, '{y}-{m}-{d}')} 制作
      </p>
      <Button size="s" aria-label={`${seal.sealName}的使用成员`} onClick={() => setAsking(true)}>
        使用成员
      </Button>
      {asking && <SealHoldersSheet seal={seal} onClose={() => setAsking(false)} />}
    </li>
  )
}
