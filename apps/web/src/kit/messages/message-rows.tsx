import { formatDate } from '@moqi/domain/time/format-date'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../router/link.tsx'
import { groupMessages, type MessageGroup } from './group-messages.ts'
import { type Message, readMessages } from './message-keys.ts'
import './messages.css'

type MessageRowsProps = {
  messages: readonly Message[]
  labelledBy: string
  /** How many rows are shown, a group counting as one; all without it. */
  most?: number
  onOpen?: () => void
}

/** Messages one below the other, what belongs together as one that unfolds. */
export function MessageRows({ messages, labelledBy, most, onOpen }: MessageRowsProps) {
  return (
    <ul className="msgs" aria-labelledby={labelledBy}>
      {groupMessages(messages)
        .slice(0, most)
        .map((group) => (
          <li key={group.messages.at(-1)?.messageId}>
            {group.messages.length > 1 ? (
              <GroupRow group={group} onOpen={onOpen} />
            ) : (
              <MessageRow message={group.messages[0]} onOpen={onOpen} />
            )}
          </li>
        ))}
    </ul>
  )
}

/** A message opens what it is about, and is read by that. */
function MessageRow({ message, onOpen }: { message: Message; onOpen: (() => void) | undefined }) {
  const { messageId, path, isRead } = message
  return (
    <Link
      to={path}
      className={isRead === 'no' ? 'unread' : ''}
      onClick={() => {
        if (isRead === 'no') void readMessages([messageId])
        onOpen?.()
      }}
    >
      <Head message={message} unread={isRead === 'no' ? 1 : 0} />
      <span className="msg-text">{message.text}</span>
    </Link>
  )
}

function GroupRow({ group, onOpen }: { group: MessageGroup; onOpen: (() => void) | undefined }) {
  const [open, setOpen] = useState(false)
  const { messages } = group
  const [newest] = messages
  const unread = messages.filter(({ isRead }) => isRead === 'no').length
  const again = group.by === 'kind' ? '同类' : '同一合同'
  return (
    <>
      <button
        type="button"
        className={unread > 0 ? 'msg-group unread' : 'msg-group'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Head message={newest} unread={unread} />
        <span className="msg-text">{newest.text}</span>
        <span className="msg-count">
          {again}
          {messages.length}条，{open ? '收起' : '展开'}
          <ChevronDown size={14} className={open ? 'turned' : ''} />
        </span>
      </button>
      {open && (
        <ul className="msg-members" aria-label={`${newest.label}：${again}${messages.length}条`}>
          {messages.map((message) => (
            <li key={message.messageId}>
              <MessageRow message={message} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function Head({ message: { label, createTime }, unread }: { message: Message; unread: number }) {
  return (
    <span className="spread">
      <b>
        {label}
        {unread > 0 && <span className="sr">，{unread > 1 ? `${unread}条` : ''}未读</span>}
      </b>
      <time className="small muted num">{formatDate(createTime, '{y}-{m}-{d} {h}:{i}')}</time>
    </span>
  )
}
