import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ownRecord } from '../../kit/operator/own-record.ts'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import './record-page.css'

/** What the operator has done lately, and how many recovery codes are left. */
export function RecordPage() {
  const { data, ...unread } = useQuery(ownRecord)
  return (
    <RoomFrame title="操作记录" note={data ? `最近50条；恢复码还有${data.recoveryCodeNumber}个` : ''}>
      {data ? (
        <ol className="card deeds">
          {data.logArray.map(({ time, label, detail, address }, index) => (
            <li key={`${time} ${index}`}>
              <span className="num muted">{formatDate(time)}</span>
              <span>
                <b>{label}</b>
                {detail && <span className="deed-detail">{detail}</span>}
              </span>
              <span className="num muted small">{address}</span>
            </li>
          ))}
        </ol>
      ) : (
        <UnreadRecords {...unread} />
      )}
    </RoomFrame>
  )
}
