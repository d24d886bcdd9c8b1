import { call } from '../../client/call.ts'
import { useVisit } from '../../client/visit.ts'
import { Button } from '../../ui/button.tsx'
import { isFramed, tellHost } from './host.ts'

/** Ends the visit: the page around closes the frame; where there is none, one is led back. */
export async function leaveVisit(): Promise<void> {
  const { returnUrl } = useVisit.getState()
  await call('endVisit', {}, { quiet: true }).catch(() => null)
  tellHost('closed')
  if (!isFramed() && returnUrl !== null) location.assign(returnUrl)
  else useVisit.setState({ ended: 'closed' })
}

/** The one way on from a page that an integration opened. */
export function LeaveVisit({ plain = false }: { plain?: boolean }) {
  const name = useVisit((state) => state.integrationName)
  return (
    <Button size="l" variant={plain ? 'plain' : 'primary'} onClick={() => void leaveVisit()}>
      返回{name}
    </Button>
  )
}
