import { countText } from '@moqi/domain/labels/count-text'
import type { BillPack } from '@moqi/api/bill'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import type { Space } from '../../client/space-store.ts'
import { hasRight } from '../../kit/space/space-facts.ts'
import { useSpaceDetail } from '../../kit/space/use-space-detail.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { lowQuota } from './low-quota.ts'
import { packsQuery } from './overview-reads.ts'

/** So many packs are shown; the bill has all. */
const mostPacks = 4

/** What the company may still launch; who may buy sees in which packs, and until when. */
export function QuotaPanel({ space }: { space: Space }) {
  const mayBuy = hasRight(space, 'buy')
  const { data: packs } = useQuery({ ...packsQuery(space.tenantId), enabled: mayBuy })
  return (
    <section className="card ov-panel" aria-labelledby="ov-quota">
      <div className="spread">
        <h2 className="h2" id="ov-quota">
          剩余发起签署
        </h2>
        {mayBuy && (
          <a className="link" href={inWorkspace('/cart/cart')}>
            购买套餐
          </a>
        )}
      </div>
      <Surplus tenantId={space.tenantId} isLow={packs !== undefined && lowQuota(packs)} />
      {packs && <HeldPacks packs={packs.packArray.filter(({ remaining }) => remaining > 0).slice(0, mostPacks)} />}
    </section>
  )
}

function Surplus({ tenantId, isLow }: { tenantId: string; isLow: boolean }) {
  const { data, isError, isFetching, refetch } = useSpaceDetail(tenantId)
  if (data)
    return (
      <p className="ov-left">
        <b className={isLow ? 'hot' : ''}>{countText(data.surplus)}</b> 份
      </p>
    )
  return isError ? <LoadingFailed onRetry={() => void refetch()} busy={isFetching} /> : <Skeleton height={40} />
}

const HeldPacks = ({ packs }: { packs: readonly BillPack[] }) => (
  <ul className="ov-packs">
    {packs.map(({ packId, packName, remaining, endTime }) => (
      <li key={packId}>
        <span>{packName}</span>
        <span className="muted">
          {`${countText(remaining)} 份　`}
          {endTime === null ? '长期有效' : `${formatDate(endTime, '{y}-{m}-{d}')} 到期`}
        </span>
      </li>
    ))}
  </ul>
)
