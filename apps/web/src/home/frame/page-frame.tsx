import { Outlet } from 'react-router'
import { queryClient } from '../../client/query-client.ts'
import { OfflineBanner } from '../../ui/offline-banner.tsx'
import { AppHeader, PhoneTabs } from './app-header.tsx'
import './page-frame.css'

/** Header, main landmark, and the tab bar on a phone: the frame of every page inside the application. */
export function PageFrame({ wide = false }: { wide?: boolean }) {
  return (
    <div className="frame">
      <OfflineBanner onRetry={() => void queryClient.refetchQueries()} />
      <AppHeader />
      <main className={wide ? 'frame-main wide' : 'frame-main'}>
        <Outlet />
      </main>
      <PhoneTabs />
    </div>
  )
}

/** The frame whose content takes the full width. */
export const WidePageFrame = () => <PageFrame wide />
