import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { sealStateLabels } from '@moqi/domain/labels/status-labels'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useSpace } from '../../client/space-store.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { hasRight, seesSeals } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { SealAlert } from './seal-alert.tsx'
import { SealFacts } from './seal-facts.tsx'
import { useSealDeeds } from './seal-deeds.tsx'
import { sealKeys } from './seal-keys.ts'
import { SealLog } from './seal-log.tsx'
import { sealPath, sealsPath } from './seal-paths.ts'
import { SealRegister } from './seal-register.tsx'
import { stateTones } from './seal-words.ts'
import './seal-page.css'

/** One seal of the company: how it looks, when it was used, and what happened to it. */
export function SealPage() {
  const space = useSpace((state) => state.current)
  const [params] = useSearchParams()
  const sealId = params.get('sealId') ?? ''
  const seal = useQuery({
    queryKey: sealKeys.one(sealId),
    queryFn: ({ signal }) => call('getCompanySeal', { sealId }, { signal, quiet: true }),
    retry: false,
  })
  if (!space) return null
  if (!seesSeals(space)) return <Navigate replace to="/401" />
  if (seal.data)
    return (
      <Seal
        seal={seal.data}
        companyName={space.spaceName}
        manages={hasRight(space, 'manageSeals')}
        audits={hasRight(space, 'auditSeals')}
        tab={params.get('tab') === 'log' ? 'log' : 'register'}
      />
    )
  if (seal.error instanceof CallRefusal)
    return (
      <div className="card">
        <EmptyState title="印章不存在">
          <Link to={sealsPath}>返回企业印章</Link>
        </EmptyState>
      </div>
    )
  if (seal.isError)
    return (
      <div className="card">
        <LoadingFailed onRetry={() => void seal.refetch()} busy={seal.isFetching} />
      </div>
    )
  return (
    <div role="status" aria-label="正在加载" aria-busy="true">
      <Skeleton rows={6} height={56} />
    </div>
  )
}

type SealProps = {
  seal: Output<Table['getCompanySeal']>
  companyName: string
  manages: boolean
  audits: boolean
  tab: 'register' | 'log'
}

function Seal({ seal, companyName, manages, audits, tab }: SealProps) {
  const { actionsOf, sheet } = useSealDeeds()
  const { sealId, sealName, sealStatus, isDefault } = seal
  const current = audits ? tab : 'register'
  return (
    <>
      {manages && (
        <MeActs>
          <RowActions subject={sealName} actions={actionsOf(seal)} as="buttons" />
        </MeActs>
      )}
      <div className="row seal-page-head">
        <Link to={sealsPath} aria-label="返回企业印章">
          <ArrowLeft size={20} />
        </Link>
        <h2 className="h2">{sealName}</h2>
        <Tag tone={stateTones[sealStatus]}>{sealStateLabels[sealStatus]}</Tag>
        {isDefault === 1 && <span className="seal-default">默认</span>}
      </div>
      {seal.alert && <SealAlert alert={seal.alert} manages={manages} />}
      <div className="seal-page">
        <SealFacts seal={seal} />
        <section className="card seal-page-books">
          <Segments
            label="印章记录"
            current={current}
            segments={[
              { key: 'register', label: '用印登记', to: sealPath(sealId) },
              ...(audits ? [{ key: 'log', label: '印章日志', to: `${sealPath(sealId)}&tab=log` }] : []),
            ]}
          />
          {current === 'register' ? (
            <SealRegister seal={seal} companyName={companyName} own={!audits} />
          ) : (
            <SealLog sealId={sealId} />
          )}
        </section>
      </div>
      {sheet}
    </>
  )
}
