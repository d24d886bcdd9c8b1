import { formatDate } from '@moqi/domain/time/format-date'
import { Link } from '../../router/link.tsx'
import { type Message, readMessages } from './message-keys.ts'
import './messages.css'

type MessageRowsProps = { messages: readonly Message[]; labelledBy: string; onOpen?: () => void }

/** Messages one below the other; each opens what it is about, and is read by that. */
export function MessageRows({ messages, labelledBy, onOpen }: MessageRowsProps) {
  return (
    <ul className="msgs" aria-labelledby={labelledBy}>
      {messages.map(({ messageId, label, text, path, createTime, isRead }) => (
        <li key={messageId}>
          <Link
            to={path}
            className={isRead === 'no' ? 'unread' : ''}
            onClick={() => {
              if (isRead === 'no') void readMessages([messageId])
              onOpen?.()
            }}
          >
            <span className="spread">
              <b>
                {label}
                {isRead === 'no' && <span className="sr">，未读</span>}
              </b>
              <time className="small muted num">{formatDate(createTime, '{y}-{m}-{d} {h}:{i}')}</time>
            </span>
            <span className="msg-text">{text}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
