import { formatDate } from '@moqi/domain/time/format-date'
import { Facts } from '../../ui/facts.tsx'
import { call } from '../../client/call.ts'
import { PartList, UnreadPart } from './part-list.tsx'
import { usePart } from './use-part.ts'

const resultOf = ({ isPassed, endTime }: { isPassed: 0 | 1 | null; endTime: number | null }): string => {
  if (isPassed !== null) return isPassed === 1 ? '通过' : '未通过'
  return endTime === null ? '进行中' : '已结束'
}

/** How far the space is authenticated, until when, and what was tried. */
export function AuthenticationsPart({ tenantId }: { tenantId: string }) {
  const { data, ...unread } = usePart('authentications', tenantId, (signal) =>
    call('tenantAuthentications', { tenantId }, { signal, quiet: true }),
  )
  if (!data) return <UnreadPart {...unread} />
  const { authTime, endTime, rejectReason, authenticationArray } = data
  return (
    <>
      <Facts
        className="part-facts"
        facts={[
          ['认证时间', authTime === null ? '–' : formatDate(authTime)],
          ['有效期至', endTime === null ? '长期' : formatDate(endTime)],
          ['未通过原因', rejectReason ?? '–'],
        ]}
      />
      <PartList
        label="认证历史"
        empty="没有认证记录"
        rows={authenticationArray.map((row) => ({
          key: row.authid,
          title: row.wayLabel,
          note: [formatDate(row.startTime), row.failReason].filter(Boolean).join('　'),
          end: resultOf(row),
        }))}
      />
    </>
  )
}
