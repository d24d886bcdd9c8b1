import { FileText, House, UserRound } from 'lucide-react'
import { useHandle, useLocation } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Logo, Mark } from '../../ui/logo.tsx'
import './app-header.css'
import { MessagePop } from './message-pop.tsx'
import { phoneSectionOf, useSection } from './section.ts'
import { ServicePop } from './service-pop.tsx'
import { SpaceMenu } from './space-menu.tsx'
import { UserPop } from './user-pop.tsx'

/** Checklist H1. */
const items = [
  { section: 'home', label: '首页', to: '/', Icon: House },
  { section: 'contracts', label: '合同管理', to: '/space/contract-list?status=all', Icon: FileText },
  { section: 'me', label: '个人中心', to: '/user/info', Icon: UserRound },
] as const

/** Logo, three headings, space, customer service, account. */
export function AppHeader() {
  const section = useSection()
  return (
    <header className="app-header">
      <HomeMark />
      <nav className="app-nav only-desktop" aria-label="主导航">
        {items.map((item) => (
          <Link key={item.section} to={item.to} aria-current={item.section === section ? 'page' : undefined}>
            {item.label}
          </Link>
        ))}
      </nav>
      <SpaceMenu />
      <MessagePop />
      <ServicePop />
      <UserPop />
    </header>
  )
}

/** The logo, leading home; on a phone the mark alone. */
export function HomeMark() {
  return (
    <Link to="/" className="app-logo" aria-label="墨契，首页">
      <span className="only-desktop">
        <Logo />
      </span>
      <span className="only-phone">
        <Mark />
      </span>
    </Link>
  )
}

/** The three headings at the foot of a phone. */
export function PhoneTabs() {
  const section = phoneSectionOf(useHandle().name, useLocation().pathname)
  return (
    <nav className="phone-tabs only-phone" aria-label="主导航">
      {items.map(({ section: id, label, to, Icon }) => (
        <Link key={id} to={to} aria-current={id === section ? 'page' : undefined}>
          <Icon size={22} />
          {label}
        </Link>
      ))}
    </nav>
  )
}
