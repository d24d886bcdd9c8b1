import { spaceLabel, spaceRole } from '@moqi/domain/spaces/space-name'
import { LogOut, Menu } from 'lucide-react'
import { useState } from 'react'
import { useSpace, type Space } from '../../client/space-store.ts'
import { factsOf, hasRight, roleWords } from '../../kit/space/space-facts.ts'
import { SwitchSpace } from '../../kit/space/switch-space.tsx'
import { useLocation, useRouter } from '../../router/hooks.ts'
import { Outlet } from '../../router/router-view.tsx'
import { Mark } from '../../ui/logo.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { entryGroups, inWorkspace } from '../../kit/console/console-entries.ts'
import { ShutConsole } from './shut-console.tsx'
import '../../kit/frame/page-frame.css'
import './console-frame.css'

/** The company's own room: its name leads, the rail is the desk and the page a sheet laid on it. */
export function ConsoleFrame() {
  const space = useSpace(({ current }) => current)
  if (!space) return null
  const isOpen = space.spaceType === 'company' && space.spaceStatus === 'passAuth' && hasRight(space, 'seeConsole')
  return isOpen ? <Room key={space.tenantId} space={space} /> : <ShutConsole space={space} />
}

function Room({ space }: { space: Space }) {
  const [menu, setMenu] = useState(false)
  const name = spaceLabel(factsOf(space))
  return (
    <div className="con">
      <a className="skip" href="#main">
        跳到主要内容
      </a>
      <header className="con-top">
        <p className="con-brand">
          <Mark size={24} />
          企业管理后台
        </p>
        <a className="con-back" href={inWorkspace('/')}>
          <LogOut size={18} />
          返回工作台
        </a>
        <button type="button" className="con-menu-open" aria-label="菜单" onClick={() => setMenu(true)}>
          <Menu size={22} />
        </button>
      </header>
      <aside className="con-side" aria-label="企业">
        <div className="con-company">
          <SpaceBadge name={name} kind="company" size={32} />
          <p>
            <b>{name}</b>
            <span>{roleWords[spaceRole(factsOf(space))]}</span>
          </p>
          <SwitchSpace label="切换" className="link small con-switch" />
        </div>
        <Entries space={space} className="con-nav" />
      </aside>
      <main id="main" tabIndex={-1} className="con-main">
        <Outlet />
      </main>
      {menu && (
        <Sheet title="菜单" onClose={() => setMenu(false)}>
          <Entries space={space} className="con-menu" />
        </Sheet>
      )}
    </div>
  )
}

const Entries = ({ space, className }: { space: Space; className: string }) => (
  <nav className={className} aria-label="企业管理后台">
    <ul>
      <li>
        <Here href="/console/">概览</Here>
      </li>
    </ul>
    {entryGroups(space).map(({ title, entries }) => (
      <section key={title}>
        <h2>{title}</h2>
        <ul>
          {entries.map(({ label, href }) => (
            <li key={href}>
              <Here href={href}>{label}</Here>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)

/** A way on; the one that leads to the page shown says so, and pages of the console are changed without loading. */
function Here({ href, children }: { href: string; children: string }) {
  const { go } = useRouter()
  const { pathname } = useLocation()
  const own = href.startsWith('/console/') ? href.slice('/console'.length) : null
  return (
    <a
      href={href}
      aria-current={own !== null && isAt(own, pathname) ? 'page' : undefined}
      onClick={(event) => {
        if (own === null || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void go(own)
      }}
    >
      {children}
    </a>
  )
}

/** Whether a page of the console is a way's own, or lies below it. */
const isAt = (own: string, pathname: string) => pathname === own || (own !== '/' && pathname.startsWith(`${own}/`))
