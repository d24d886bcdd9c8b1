import '../styles/pages.css'
import type { TicketInfo } from '@moqi/api/open-sign'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { openSignRoutes } from 'virtual:open-sign-routes'
import { call } from '../client/call.ts'
import { config } from '../client/config.ts'
import { knowRoutes } from '../client/known-routes.ts'
import { keepInviteCode } from '../client/session.ts'
import { fetchLater } from '../ui/later.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'
import { warn } from '../ui/toast-store.ts'
import { FlowText } from './open-sign/flow-frame.tsx'
import { Landing } from './open-sign/landing.tsx'
import { passLanding } from './open-sign/landing-passed.ts'
import { NoInfo } from './open-sign/no-info.tsx'
import { loadOpenSign } from './router/load-open-sign.ts'

const loadApplication = () => Promise.all([import('./application.tsx'), loadOpenSign()])

/**
 * Shows in `root` what stands behind the link of a message: without router and queries it is two thirds of the
 * application, which comes meanwhile and takes over once one goes on.
 */
export function showLanding(root: HTMLElement) {
  knowRoutes(openSignRoutes)
  const query = new URLSearchParams(location.search)
  const ticket = query.get('ticket') ?? ''
  document.title = `签署合同 · ${config.brand}`
  keepInviteCode(query.get('inviteCode'))
  const shown = createRoot(root)
  const goOn = async (info: TicketInfo) => {
    const [{ showApplication }] = await loadApplication()
    passLanding(ticket, info)
    shown.unmount()
    showApplication(root)
  }
  shown.render(
    <StrictMode>
      <OpenSignDocument ticket={ticket} goOn={goOn} />
      <ToastRegion />
    </StrictMode>,
  )
}

type OpenSignDocumentProps = { ticket: string; goOn: (info: TicketInfo) => Promise<void> }
type Asked = { info?: TicketInfo; error?: unknown; busy: boolean }

function OpenSignDocument({ ticket, goOn }: OpenSignDocumentProps) {
  const [asked, setAsked] = useState<Asked>({ busy: true })
  const [going, setGoing] = useState(false)
  useEffect(() => {
    let here = true
    const told = (answer: Asked) => here && setAsked(answer)
    call('getTicketInfo', { ticket: ticket.slice(0, 64) }).then(
      (info) => {
        told({ info, busy: false })
        fetchLater()
        setTimeout(() => void loadApplication().catch(() => null), restAfter)
      },
      (error: unknown) => told({ error, busy: false }),
    )
    return () => {
      here = false
    }
  }, [ticket])
  const { info, error, busy } = asked
  const next = () => {
    if (!info || going) return
    setGoing(true)
    goOn(info).catch(() => {
      setGoing(false)
      warn('网络异常，请检查网络后重试')
    })
  }
  return (
    <FlowText>
      {info ? (
        <Landing ticket={ticket} info={info} busy={going} onNext={next} />
      ) : (
        <NoInfo error={error} busy={busy} onRetry={() => location.reload()} />
      )}
    </FlowText>
  )
}

/** ms between what is seen and what may be wanted next. */
const restAfter = 1000
