import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { firstPage } from '../../client/first-page.ts'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { Button } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'

/** What members did that is not usual for them, and what is called unusual. */
export function AlertsPanel({ tenantId }: { tenantId: string }) {
  const alerts = useInfiniteQuery({
    queryKey: ['activity-alerts', tenantId],
    queryFn: ({ pageParam, signal }) => call('listActivityAlerts', { ...paged(pageParam), pageSize: 5 }, { signal }),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <section className="card" aria-labelledby="sec-alerts">
      <h2 className="h2 sec-title" id="sec-alerts">
        提醒
      </h2>
      <CardState query={alerts} rows={2}>
        {({ pages }) => {
          const lines = pages.flatMap(({ alertArray }) => alertArray)
          return (
            <ul className="sec-alerts">
              {lines.length === 0 && <li className="muted">没有异常活动</li>}
              {lines.map(({ alertId, time, memberName, text }) => (
                <li key={alertId}>
                  <p>
                    <b>{memberName}</b>
                    {text}
                  </p>
                  <p className="small muted num">{formatDate(time, '{y}-{m}-{d} {h}:{i}')}</p>
                </li>
              ))}
              {alerts.hasNextPage && (
                <li>
                  <Button size="s" busy={alerts.isFetchingNextPage} onClick={() => void alerts.fetchNextPage()}>
                    更早的提醒
                  </Button>
                </li>
              )}
            </ul>
          )
        }}
      </CardState>
      <div className="sec-thresholds small muted">
        <h3>什么会提醒管理员</h3>
        <p>每小时与本人近30天比较一次，同一成员同一类每天只提醒一次：</p>
        <ul>
          <li>登录时间：近30天在5天以上登录过至少10次，却从未在此前后2小时内登录</li>
          <li>下载合同、签署：当天超过20份，且超过近30天最多一天的3倍</li>
        </ul>
        <p>
          印章在非工作时间或次数异常时另有提醒，在
          <a className="sec-link" href={inWorkspace('/company-space/admin-signatures')}>
            企业印章
          </a>
          中设置。
        </p>
      </div>
    </section>
  )
}

const paged = (cursor: string | null) => (cursor === null ? {} : { cursor })
