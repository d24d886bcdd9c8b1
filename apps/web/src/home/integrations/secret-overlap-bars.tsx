import type { Integration } from '@moqi/api/integration'
import { formatDate } from '@moqi/domain/time/format-date'

/** How long each secret holds, one bar under the other; the table of secrets above says the same in words. */
export function SecretOverlapBars({ secrets }: { secrets: Integration['secretArray'] }) {
  const oldestFirst = secrets.toReversed()
  const from = oldestFirst[0]?.createTime ?? 0
  const last = Math.max(...secrets.map(({ createTime, endTime }) => endTime ?? createTime))
  // The newest goes on beyond the picture.
  const to = last + (last - from) / 2 + 1
  const part = (time: number) => `${((time - from) / (to - from)) * 100}%`
  return (
    <div className="secret-bars" aria-hidden="true">
      {oldestFirst.map(({ secretId, createTime, endTime }) => (
        <div
          key={secretId}
          className={endTime === null ? 'is-new' : ''}
          style={{ marginLeft: part(createTime), width: `calc(${part(endTime ?? to)} - ${part(createTime)})` }}
        >
          {endTime === null
            ? `新密钥 ${formatDate(createTime, '{m}-{d}')} 起`
            : `旧密钥 到 ${formatDate(endTime, '{m}-{d}')}`}
        </div>
      ))}
    </div>
  )
}
