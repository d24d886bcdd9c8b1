import { isSignedIn } from '../../client/session.ts'
import { Link } from '../../router/link.tsx'
import { Outlet } from '../../router/router-view.tsx'
import './app-header.css'
import { HomeMark } from './app-header.tsx'
import './page-frame.css'
import { ServicePop } from './service-pop.tsx'

/** The frame of the open pages /file-check and /documentCenter: logo and a way to sign in (checklist R11). */
export function LightFrame() {
  return (
    <div className="frame">
      <header className="app-header">
        <HomeMark />
        <nav className="light-acts" aria-label="主导航">
          <ServicePop />
          {isSignedIn() ? <Link to="/">返回首页</Link> : <Link to="/login">登录</Link>}
        </nav>
      </header>
      <main className="frame-main">
        <Outlet />
      </main>
    </div>
  )
}
