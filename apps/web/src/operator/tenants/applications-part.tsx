import type { TenantApplication } from '@moqi/api/tenant'
import { formatDate } from '@moqi/domain/time/format-date'
import { call } from '../../client/call.ts'
import { PartList, UnreadPart } from './part-list.tsx'
import { usePart } from './use-part.ts'

function healthOf({ webhook }: TenantApplication): string {
  if (webhook === null) return '没有回调'
  if (webhook.pauseTime !== null) return `回调已暂停，${webhook.waitingNumber}条待发`
  if (webhook.failingTime !== null) return `回调失败中，${webhook.waitingNumber}条待发`
  return webhook.waitingNumber > 0 ? `回调正常，${webhook.waitingNumber}条待发` : '回调正常'
}

const noteOf = ({ callNumber, failNumber, webhook }: TenantApplication) =>
  [
    `近一天${callNumber}次请求，${failNumber}次未成功`,
    webhook?.host,
    webhook?.failingTime && `${formatDate(webhook.failingTime)} 起失败`,
  ]
    .filter(Boolean)
    .join('　')

/** Other systems of the space, their requests of a day and their callbacks. */
export function ApplicationsPart({ tenantId }: { tenantId: string }) {
  const { data, ...unread } = usePart('applications', tenantId, (signal) =>
    call('tenantApplications', { tenantId }, { signal, quiet: true }),
  )
  if (!data) return <UnreadPart {...unread} />
  return (
    <PartList
      label="应用"
      empty="没有应用"
      rows={data.applicationArray.map((row) => ({
        key: row.integrationId,
        title: row.isDisabled === 1 ? `${row.integrationName}（已停用）` : row.integrationName,
        note: noteOf(row),
        end: healthOf(row),
      }))}
    />
  )
}
