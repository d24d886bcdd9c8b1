import type { Integration } from '@moqi/api/integration'
import { scopeLabels } from '@moqi/domain/integrations/integration-rules'
import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { oneOf, orNull } from '../../client/stored-shape.ts'
import { useSpace } from '../../client/space-store.ts'
import { useKept } from '../../client/use-kept.ts'
import { MeActs } from '../../kit/frame/me-acts.tsx'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link, Navigate } from '../../router/link.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { CallLog } from './call-log.tsx'
import { EmbeddingCard } from './embedding-card.tsx'
import { integrationKeys, rereadIntegrations } from './integration-keys.ts'
import { integrationPath, integrationsPath, type IntegrationTab, integrationTabs } from './integration-paths.ts'
import { IntegrationSheet } from './integration-sheet.tsx'
import { SecretCard } from './secret-card.tsx'
import { WebhookCard } from './webhook-card.tsx'
import './integrations.css'

/** One integration of the company: its secrets, what it may, what it is told, and what it asked. */
export function IntegrationPage() {
  const space = useSpace((state) => state.current)
  const [params] = useSearchParams()
  const integrationId = params.get('integrationId') ?? ''
  const found = useQuery({
    queryKey: integrationKeys.one(integrationId),
    queryFn: ({ signal }) => call('getIntegration', { integrationId }, { signal, quiet: true }),
    retry: false,
  })
  if (!space) return null
  if (!hasRight(space, 'manageIntegrations')) return <Navigate replace to="/401" />
  if (found.data)
    return <One integration={found.data} tab={integrationTabs.find((tab) => tab === params.get('tab')) ?? 'settings'} />
  if (found.error instanceof CallRefusal)
    return (
      <div className="card">
        <EmptyState title="应用不存在">
          <Link to={integrationsPath}>返回应用</Link>
        </EmptyState>
      </div>
    )
  if (found.isError)
    return (
      <div className="card">
        <LoadingFailed onRetry={() => void found.refetch()} busy={found.isFetching} />
      </div>
    )
  return (
    <div role="status" aria-label="正在加载" aria-busy="true">
      <Skeleton rows={6} height={56} />
    </div>
  )
}

const isSheet = orNull(oneOf('edit'))

function One({ integration, tab }: { integration: Integration; tab: IntegrationTab }) {
  const { integrationId, integrationName, integrationStatus } = integration
  const [sheet, open] = useKept('sheet', isSheet, () => null)
  const { turn, busy } = useTurning(integration)
  const enabled = integrationStatus === 'enabled'
  return (
    <>
      <MeActs>
        <Button variant={enabled ? 'danger' : 'plain'} busy={busy} onClick={() => void turn()}>
          {enabled ? '停用' : '启用'}
        </Button>
        <Button onClick={() => open('edit')}>修改</Button>
      </MeActs>
      <div className="row integration-head">
        <Link to={integrationsPath} aria-label="返回应用">
          <ArrowLeft size={20} />
        </Link>
        <h2 className="h2">{integrationName}</h2>
        <Tag tone={enabled ? 'green' : 'grey'}>{enabled ? '已启用' : '已停用'}</Tag>
      </div>
      <Segments
        label="应用"
        current={tab}
        segments={[
          { key: 'settings', label: '设置', to: integrationPath(integrationId) },
          { key: 'webhook', label: '回调', to: integrationPath(integrationId, 'webhook') },
          { key: 'log', label: '调用日志', to: integrationPath(integrationId, 'log') },
        ]}
      />
      {tab === 'log' && <CallLog integrationId={integrationId} />}
      {tab === 'webhook' && <WebhookCard integrationId={integrationId} />}
      {tab === 'settings' && (
        <div className="integration">
          <SecretCard integration={integration} />
          <section className="card integration-facts">
            <h3 className="h3">权限与访问</h3>
            <Facts facts={factsOf(integration)} />
          </section>
          <EmbeddingCard integrationId={integrationId} />
        </div>
      )}
      {sheet === 'edit' && (
        <IntegrationSheet
          integration={integration}
          onDone={() => {
            open(null)
            success('已保存')
            void rereadIntegrations()
          }}
          onClose={() => open(null)}
        />
      )}
    </>
  )
}

function factsOf({ scopeArray, addressArray, memberName, memberPresent, changeBy, changeTime }: Integration) {
  const acting = memberPresent === 1 ? memberName : `${memberName}（已不能管理应用，请点“修改”接手）`
  return [
    ['权限', scopeArray.map((scope) => scopeLabels[scope].title).join('、')],
    ['IP 白名单', addressArray.length === 0 ? '不限制' : addressArray.join('、')],
    ['以谁的名义', acting],
    ['最近修改', `${changeBy} ${formatDate(changeTime, '{y}-{m}-{d} {h}:{i}')}`],
  ] as const
}

function useTurning({ integrationId, integrationName, version, integrationStatus }: Integration) {
  const enabled = integrationStatus === 'enabled'
  const turning = useMutation({
    mutationFn: () =>
      call('switchIntegration', { integrationId, version, integrationStatus: enabled ? 'disabled' : 'enabled' }),
    onSuccess: () => success(enabled ? '已停用' : '已启用'),
    onError: showRefusal,
    onSettled: rereadIntegrations,
  })
  const turn = async () => {
    const text = `确定要停用“${integrationName}”吗？`
    const question = { title: '停用应用', text, detail: '停用后立即拒绝它的所有请求，可以随时启用。' }
    if (enabled && !(await ask({ ...question, confirm: '停用', cancel: '取消', tone: 'seal' }))) return
    turning.mutate()
  }
  return { turn, busy: turning.isPending }
}
