import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { webhookEvents } from '@moqi/domain/webhooks/webhook-events'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { oneOf, orNull } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { success } from '../../ui/toast-store.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { integrationKeys, rereadIntegrations } from './integration-keys.ts'
import { WebhookSheet } from './webhook-sheet.tsx'
import './webhook.css'

type Webhook = Output<Table['getWebhook']>

/** While something waits, how it goes is looked at again. */
const lookAgainMs = 5000

const isSheet = orNull(oneOf('webhook'))

/** Where an integration hears of contracts, how that goes, and what it was told. */
export function WebhookCard({ integrationId }: { integrationId: string }) {
  const [sheet, open] = useKept('webhookSheet', isSheet, () => null)
  const { data, refetch, isError, isFetching } = useQuery({
    queryKey: integrationKeys.webhook(integrationId),
    queryFn: ({ signal }) => call('getWebhook', { integrationId }, { signal, quiet: true }),
    refetchInterval: ({ state }) => ((state.data?.waitingNumber ?? 0) > 0 ? lookAgainMs : false),
  })
  if (!data)
    return (
      <section className="card integration-facts webhook">
        {isError ? (
          <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton rows={4} height={32} />
        )}
      </section>
    )
  const isSet = data.callbackUrl !== ''
  return (
    <>
      <section className="card integration-facts webhook">
        <div className="spread">
          <h3 className="h3">回调{isSet && <State webhook={data} />}</h3>
          {isSet && (
            <div className="row webhook-acts">
              <Acts integrationId={integrationId} webhook={data} />
              <Button onClick={() => open('webhook')}>设置</Button>
            </div>
          )}
        </div>
        {isSet ? (
          <Facts facts={factsOf(data)} />
        ) : (
          <EmptyState title="还没有设置回调" hint="合同发送、签署、完成时，墨契向您的系统发送带签名的通知。">
            <Button variant="primary" onClick={() => open('webhook')}>
              设置回调
            </Button>
          </EmptyState>
        )}
      </section>
      {isSet && <DeliveryLog integrationId={integrationId} />}
      {sheet === 'webhook' && (
        <WebhookSheet
          integrationId={integrationId}
          callbackUrl={data.callbackUrl}
          eventArray={data.eventArray}
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

function State({ webhook: { paused, failingTime } }: { webhook: Webhook }) {
  if (paused === 1) return <Tag tone="seal">已暂停</Tag>
  return failingTime === null ? <Tag tone="green">正常</Tag> : <Tag tone="ochre">未能送达</Tag>
}

const minutely = '{y}-{m}-{d} {h}:{i}'

function factsOf({ callbackUrl, eventArray, waitingNumber, paused, pauseTime, failingTime }: Webhook) {
  const [since, until] = [failingTime, pauseTime].map((time) => time !== null && formatDate(time, minutely))
  return [
    ['回调地址', callbackUrl],
    ['事件', eventArray.map((event) => webhookEvents[event]).join('、')],
    ['等待送达', `${waitingNumber} 个事件`],
    ...(paused === 1 && until
      ? [['暂停', `${until}起不再发送；事件保留，恢复后按顺序继续发送`] as const]
      : since
        ? [['未能送达', `${since}起没有一次成功；连续24小时未成功将自动暂停并通知管理员`] as const]
        : []),
  ] as const
}

function Acts({ integrationId, webhook: { paused, pauseTime } }: { integrationId: string; webhook: Webhook }) {
  const keyOf = useRepeatKey()
  const testing = useMutation({
    mutationFn: () => call('testWebhook', { integrationId }),
    onSuccess: () => success('已发送测试事件，结果见下方回调记录'),
    onError: showRefusal,
    onSettled: rereadIntegrations,
  })
  const turning = useMutation({
    // Paused anew, to resume is another effect.
    mutationFn: (input: { integrationId: string; paused: 0 | 1 }) =>
      call('switchWebhook', input, { key: keyOf({ ...input, pauseTime }) }),
    onSuccess: (_, input) => success(input.paused === 1 ? '已暂停' : '已恢复'),
    onError: showRefusal,
    onSettled: rereadIntegrations,
  })
  const pause = async () => {
    const text = '确定要暂停回调吗？'
    const question = { title: '暂停回调', text, detail: '暂停期间的事件会保留，恢复后按顺序发送。' }
    if (await ask({ ...question, confirm: '暂停', cancel: '取消', tone: 'seal' }))
      turning.mutate({ integrationId, paused: 1 })
  }
  if (paused === 1)
    return (
      <Button variant="primary" busy={turning.isPending} onClick={() => turning.mutate({ integrationId, paused: 0 })}>
        恢复
      </Button>
    )
  return (
    <>
      <Button busy={testing.isPending} onClick={() => testing.mutate()}>
        发送测试
      </Button>
      <Button busy={turning.isPending} onClick={() => void pause()}>
        暂停
      </Button>
    </>
  )
}
