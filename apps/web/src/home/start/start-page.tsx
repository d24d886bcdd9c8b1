import { useDeferredValue } from 'react'
import { spaceRole } from '@moqi/domain/spaces/space-name'
import { useSpace, type Space } from '../../client/space-store.ts'
import { factsOf } from '../../kit/space/space-facts.ts'
import { AccountCard } from './account-card.tsx'
import { Bulletin } from './bulletin.tsx'
import { Counters } from './counters.tsx'
import { HelpCard } from './help-card.tsx'
import { RecentContracts } from './recent-contracts.tsx'
import './start-page.css'
import { Tiles } from './tiles.tsx'
import { useStartupPrompts } from './use-startup-prompts.ts'

/** / (checklist R14): the work centre of the current space. */
export function StartPage() {
  const space = useSpace((state) => state.current)
  return space && <WorkCentre space={space} />
}

function WorkCentre({ space }: { space: Space }) {
  const role = spaceRole(factsOf(space))
  useStartupPrompts(space)
  // Below the window's edge on a phone, which answers a finger between the two.
  const isBegun = useDeferredValue(true, false)
  return (
    <>
      <h1 className="sr">工作中心</h1>
      <Bulletin key={space.tenantId} tenantId={space.tenantId} />
      <div className="home-grid">
        <Tiles space={space} role={role} />
        <div className="home-side">
          <AccountCard space={space} role={role} />
        </div>
        <Counters />
        {isBegun && (
          <>
            <RecentContracts />
            <HelpCard role={role} />
          </>
        )}
      </div>
    </>
  )
}
