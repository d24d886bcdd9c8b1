import { useQuery } from '@tanstack/react-query'
import { Eye, LogOut, Timer } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { call } from '../../client/call.ts'
import { endOperatorSession } from '../../client/operator-session.ts'
import { queryClient } from '../../client/query-client.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { useNow } from '../../ui/use-now.ts'
import { OutlineMark } from './outline-mark.tsx'
import { ownRecord } from './own-record.ts'
import './door-frame.css'
import './room-frame.css'

const pages = [
  { to: '/', label: '对公转账' },
  { to: '/reviews', label: '实名审核' },
  { to: '/companies', label: '企业审核' },
  { to: '/appeals', label: '管理员申诉' },
  { to: '/reports', label: '举报' },
  { to: '/lending', label: '借贷风险' },
  { to: '/seals', label: '印章审核' },
  { to: '/invoices', label: '发票' },
  { to: '/orders', label: '订单' },
  { to: '/catalogue', label: '套餐' },
  { to: '/tenants', label: '企业与个人' },
  { to: '/certificates', label: '证书' },
  { to: '/articles', label: '帮助文章' },
  { to: '/bulletins', label: '公告' },
  { to: '/jobs', label: '任务' },
  { to: '/health', label: '系统健康' },
  { to: '/gateways', label: '网关' },
  { to: '/record', label: '操作记录' },
]

type RoomFrameProps = {
  title: string
  note?: string
  /** What is done with the page as a whole. */
  acts?: ReactNode
  children: ReactNode
}

/** The platform's side: ink, tape, no space and no seal, so that nobody takes it for a customer's page. */
export function RoomFrame({ title, note, acts, children }: RoomFrameProps) {
  const { data: self } = useQuery(ownRecord)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const now = useNow()
  const nav = useRef<HTMLElement>(null)
  // On a phone the pages lie in a strip wider than the window.
  useEffect(() => {
    void nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  const leave = async () => {
    // Whoever leaves has left, also where the line is down: the session then ends by itself.
    await call('signOutOperator', {}, { quiet: true }).catch(() => null)
    endOperatorSession({ asked: true })
    queryClient.clear()
    await navigate('/sign-in')
  }
  return (
    <div className="room">
      <div className="room-tape" aria-hidden="true" />
      <header className="room-side">
        <p className="room-name">
          <OutlineMark size={26} />
          运营室
        </p>
        <nav ref={nav} className="room-nav" aria-label="运营室">
          {pages.map(({ to, label }) => (
            <Link
              key={to}
              to={to}
              aria-current={pathname === to || (to !== '/' && pathname.startsWith(`${to}/`)) ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        <div className="room-who">
          <span className="clip">{self?.name ?? ''}</span>
          <button type="button" onClick={() => void leave()}>
            <LogOut size={16} />
            退出
          </button>
        </div>
      </header>
      <main className="room-main">
        <div className="room-head">
          <div>
            <h1 className="h1">{title}</h1>
            {note && <p className="muted">{note}</p>}
          </div>
          {acts}
          <p className="room-signs">
            <span>
              <Eye size={16} />
              您在这里的查看和操作都会留痕
            </span>
            {self && (
              <span>
                <Timer size={16} />
                {minutesLeft(self.expireTime, now)}分钟不操作即退出
              </span>
            )}
          </p>
        </div>
        {children}
      </main>
    </div>
  )
}

const minutesLeft = (end: number, now: number) => Math.max(1, Math.floor((end - now) / 60_000))
