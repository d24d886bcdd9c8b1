import { Outlet } from '../../router/router-view.tsx'
import { AppHeader, PhoneTabs } from './app-header.tsx'
import './page-frame.css'

/** Header, main landmark, and the tab bar on a phone: the frame of every page inside the application. */
export function PageFrame({ wide = false }: { wide?: boolean }) {
  return (
    <div className="frame">
      <a className="skip" href="#main">
        跳到主要内容
      </a>
      <AppHeader />
      <main id="main" tabIndex={-1} className={wide ? 'frame-main wide' : 'frame-main'}>
        <Outlet />
      </main>
      <PhoneTabs />
    </div>
  )
}

/** The frame whose content takes the full width. */
export const WidePageFrame = () => <PageFrame wide />
