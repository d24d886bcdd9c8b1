import { MoreHorizontal } from 'lucide-react'
import { Button } from './button.tsx'
import { MenuButton, type MenuItem } from './menu-button.tsx'
import './row-actions.css'

/** What may be done with a row. `signs` is the only red one in sight; `danger` takes something away. */
export type RowAction = MenuItem & { signs?: boolean; busy?: boolean }
type RowActionsProps = {
  /** What the row is about; it completes every action's name. */
  subject: string
  actions: readonly RowAction[]
  /** `words` in a table; `buttons` on a card, the first one filled if it signs. */
  as?: 'words' | 'buttons'
  /** How many stand before the three dots, behind which is the rest. */
  nearest?: number
}

/** A row's actions in the order given; what cannot be done yet stands behind the dots. */
export function RowActions({ subject, actions, as = 'words', nearest = 2 }: RowActionsProps) {
  const near = actions.filter(({ disabled }) => !disabled).slice(0, nearest)
  const far = actions.filter((action) => !near.includes(action))
  const ordered = as === 'buttons' ? near.toReversed() : near
  return (
    <span className="row-actions">
      {far.length > 0 && as === 'buttons' && <More subject={subject} items={far} />}
      {ordered.map((action) => (
        <Action key={action.key} subject={subject} action={action} as={as} />
      ))}
      {far.length > 0 && as === 'words' && <More subject={subject} items={far} />}
    </span>
  )
}

function More({ subject, items }: { subject: string; items: readonly RowAction[] }) {
  return (
    <MenuButton label={`更多：${subject}`} items={items}>
      <MoreHorizontal size={18} />
    </MenuButton>
  )
}

function Action({ subject, action, as }: { subject: string; action: RowAction; as: 'words' | 'buttons' }) {
  const { label, danger = false, signs = false, busy = false, onPress } = action
  const name = `${label}：${subject}`
  if (as === 'buttons')
    return (
      <Button size="s" variant={signs ? 'seal' : 'plain'} busy={busy} aria-label={name} onClick={onPress}>
        {label}
      </Button>
    )
  return (
    <button
      type="button"
      className={danger || signs ? 'link danger' : 'link'}
      aria-label={name}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onPress}
    >
      {label}
    </button>
  )
}
