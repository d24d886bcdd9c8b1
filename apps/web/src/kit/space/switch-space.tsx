import { spaceLabel } from '@moqi/domain/spaces/space-name'
import { showRefusal } from '../../client/call-error.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { useNavigate } from '../../router/hooks.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import { activateSpace } from './activate-space.ts'
import { leaveIfRuled } from './space-entry.ts'
import { factsOf } from './space-facts.ts'
import { useSpaces } from './use-spaces.ts'

/** A way into another of one's spaces, to its home page; nothing for who has one only. */
export function SwitchSpace({ label, className }: { label: string; className?: string }) {
  const { data: spaces = [] } = useSpaces()
  const current = useSpace((state) => state.current)
  const navigate = useNavigate()
  const others = spaces.filter(({ tenantId }) => tenantId !== current?.tenantId)
  if (!current || others.length === 0) return null
  const go = async (space: Space) => {
    if (leaveIfRuled(space)) return
    try {
      await activateSpace(space)
      await navigate('/')
    } catch (refusal) {
      showRefusal(refusal)
    }
  }
  return (
    <MenuButton
      label={label}
      {...(className && { className })}
      items={others.map((space) => ({
        key: space.tenantId,
        label: spaceLabel(factsOf(space)),
        onPress: () => void go(space),
      }))}
    >
      {label}
    </MenuButton>
  )
}
