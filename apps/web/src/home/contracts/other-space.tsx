import { spaceLabel } from '@moqi/domain/spaces/space-name'
import { useState } from 'react'
import { showRefusal, type CallRefusal } from '../../client/call-error.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ResultPage } from '../../ui/result-page.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { Tally } from '../../ui/tally.tsx'
import { activateSpace } from '../space/activate-space.ts'

import { useSpaces } from '../space/use-spaces.ts'

/** The other spaces a contract may belong to: the one the server named, else every other one. */
export function candidates(spaces: readonly Space[], current: Space | null, named: string | null): Space[] {
  const others = spaces.filter(({ tenantId }) => tenantId !== current?.tenantId)
  const match = others.filter((space) => named !== null && (space.spaceName === named || spaceLabel(space) === named))
  return match.length > 0 ? match : others
}

type OtherSpaceProps = { message: string; named: string | null; onSwitched: () => void }

/** The contract belongs to another of one's own spaces (code 4091): the way there, without leaving the page. */
export function OtherSpace({ message, named, onSwitched }: OtherSpaceProps) {
  const { data: spaces = [] } = useSpaces()
  const current = useSpace((state) => state.current)
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
      art={<Tally state="half" size={72} color="#8a560b" />}
      title="请切换签署空间"
      actions={<ButtonLink to="/space/contract-list?status=all">返回合同列表</ButtonLink>}
    >
      <p>{message}</p>
      <div className="space-choices">
        {candidates(spaces, current, named).map((space) => (
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

/** The space a refusal names, if it does. */
export const namedSpace = ({ data }: CallRefusal): string | null => (typeof data.space === 'string' ? data.space : null)
