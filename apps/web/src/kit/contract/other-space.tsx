import { spaceLabel } from '@moqi/domain/spaces/space-name'
import { useState } from 'react'
import { showRefusal, type CallRefusal } from '../../client/call-error.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { MatchMark } from '../../ui/match-mark.tsx'
import { activateSpace } from '../space/activate-space.ts'

import { useSpaces } from '../space/use-spaces.ts'
import './other-space.css'

/** The spaces to offer: the one the server named, else every other one. */
function spacesToOffer(spaces: readonly Space[], current: Space | null, tenantId: string | null): Space[] {
  const others = spaces.filter((space) => space.tenantId !== current?.tenantId)
  const named = others.filter((space) => space.tenantId === tenantId)
  return named.length > 0 ? named : others
}

type OtherSpaceProps = { refusal: CallRefusal; onSwitched: () => void }

/** The contract belongs to another of one's own spaces (code 4091): the way there, without leaving the page. */
export function OtherSpace({ refusal, onSwitched }: OtherSpaceProps) {
  const { data: spaces = [] } = useSpaces()
  const current = useSpace((state) => state.current)
  const tenantId = typeof refusal.data.tenantId === 'string' ? refusal.data.tenantId : null
  const [going, setGoing] = useState<string | null>(null)
  const switchTo = async (space: Space) => {
    setGoing(space.tenantId)
    try {
      await activateSpace(space)
      onSwitched()
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setGoing(null)
    }
  }
  return (
    <ResultPage
      art={<MatchMark state="half" size={112} color="#8a560b" />}
      title="请切换签署空间"
      actions={<ButtonLink to="/space/contract-list?status=all">返回合同列表</ButtonLink>}
    >
      <p>{refusal.message}</p>
      <div className="space-choices">
        {spacesToOffer(spaces, current, tenantId).map((space) => (
          <Button
            key={space.tenantId}
            size="l"
            block
            variant="primary"
            busy={going === space.tenantId}
            onClick={() => void switchTo(space)}
          >
            <SpaceBadge name={space.spaceName} kind={space.spaceType} />
            切换到{spaceLabel(space)}
          </Button>
        ))}
      </div>
    </ResultPage>
  )
}
