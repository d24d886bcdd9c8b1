import { Bell } from 'lucide-react'
import { useLocation } from '../../router/hooks.ts'
import { HeaderPop } from '../../ui/header-pop.tsx'
import { later } from '../../ui/later.tsx'
import { useUnread } from '../messages/use-unread.ts'

const NewestMessages = later(async () => (await import('./newest-messages.tsx')).NewestMessages)

/** The bell: whether something is unread, and the newest messages. */
export function MessagePop() {
  const { unread } = useUnread()
  const isHere = useLocation().pathname === '/user/messages'
  return (
    <HeaderPop
      title="消息"
      label={unread > 0 ? `消息，${unread}条未读` : '消息'}
      className={isHere ? 'head-btn head-here' : 'head-btn'}
      width={384}
      button={
        <>
          <Bell size={20} />
          {unread > 0 && <i className="dot" />}
        </>
      }
    >
      {(close) => <NewestMessages unread={unread} close={close} />}
    </HeaderPop>
  )
}
