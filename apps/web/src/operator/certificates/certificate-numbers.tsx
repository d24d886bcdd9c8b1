import { countText } from '@moqi/domain/labels/count-text'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { call } from '../../client/call.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** How many certificates there are, and how the revocation lists stand. */
export function CertificateNumbers() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['operator', 'certificate-numbers'],
    queryFn: ({ signal }) => call('certificateNumbers', {}, { signal, quiet: true }),
  })
  if (!data) {
    return (
      <div className="card cert-unread">
        {error ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton rows={3} height={24} />}
      </div>
    )
  }
  return (
    <>
      {data.listArray.some(({ isOld }) => isOld === 1) && (
        <p className="cert-old" role="alert">
          <TriangleAlert size={20} />
          <span>
            <b>吊销列表过期未更新</b>
            <br />
            刚吊销的证书他人仍会视为有效。请检查数据库与系统时钟，恢复后列表会自动重新生成
          </span>
        </p>
      )}
      <dl className="card cert-numbers">
        <Figure label="有效" value={data.validNumber} />
        <Figure label="30天内到期" value={data.endingNumber} note="签署时自动换用新证书" />
        <Figure label="近30天吊销" value={data.revokedNumber} />
        {data.listArray.slice(0, 1).map((list) => (
          <ListFigure key={list.fileName} list={list} />
        ))}
      </dl>
    </>
  )
}

const Figure = ({ label, value, note }: { label: string; value: number; note?: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <b className="num">{countText(value)}</b> 张{note && <span className="small cert-note">{note}</span>}
    </dd>
  </div>
)

type List = Output<Table['certificateNumbers']>['listArray'][number]

const ListFigure = ({
  list: { fileName, listNumber, publishTime, nextTime, revokedNumber, isOld },
}: {
  list: List
}) => (
  <div className={isOld === 1 ? 'cert-list-old' : undefined}>
    <dt>吊销列表</dt>
    <dd>
      <b className="num">{formatDate(publishTime, '{h}:{i}')}</b> 发布
      <span className="small num cert-note">
        编号{listNumber}，{revokedNumber}张
        {nextTime !== null && `，下次更新不晚于 ${formatDate(nextTime, '{m}-{d} {h}:{i}')}`}
      </span>
      <a className="link small" href={`/ca/${fileName}`} download>
        下载
      </a>
    </dd>
  </div>
)
