import { countText } from '@moqi/domain/labels/count-text'
import type { HeldPack } from '@moqi/api/order'
import { dayMs } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { useNow } from '../../ui/use-now.ts'

const soonDays = 30

/** What the space has left, pack by pack in the order in which it is spent. */
export function HeldPacks({ packs, surplus }: { packs: readonly HeldPack[]; surplus: number }) {
  const now = useNow()
  return (
    <section className="card cart-left" aria-labelledby="left-title">
      <div className="spread">
        <h2 id="left-title">剩余发起签署</h2>
        <span>
          <b className={surplus === 0 ? 'zero' : ''}>{countText(surplus)}</b> 份
        </span>
      </div>
      <ul>
        {packs.map(({ packId, packName, remaining, endTime }) => (
          <li key={packId}>
            <span>
              {packName}
              <Until endTime={endTime} now={now} />
            </span>
            <b>{countText(remaining)} 份</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Until({ endTime, now }: { endTime: number | null; now: number }) {
  if (endTime === null) return <span>长期有效</span>
  const days = Math.max(0, Math.floor((endTime - now) / dayMs))
  const date = formatDate(endTime, '{y}-{m}-{d}')
  return days > soonDays ? <span>{date} 到期</span> : <span className="ends-soon">{`${date} 到期，还有${days}天`}</span>
}
