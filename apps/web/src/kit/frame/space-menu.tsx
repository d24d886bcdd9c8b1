import { spaceLabel, spaceRole } from '@moqi/domain/spaces/space-name'
import { Check, ChevronDown } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { showRefusal } from '../../client/call-error.ts'
import { queryClient } from '../../client/query-client.ts'
import { useSpace, type Space } from '../../client/space-store.ts'
import { useLocation, useNavigate } from '../../router/hooks.ts'
import { leaveFor } from '../../router/leave.ts'
import { later } from '../../ui/later.tsx'
import { SpaceBadge } from '../../ui/space-badge.tsx'
import { success } from '../../ui/toast-store.ts'
import { useDismiss } from '../../ui/use-dismiss.ts'
import { useUnread } from '../messages/use-unread.ts'
import { useWaitingAnswers } from '../space/waiting-answers.ts'
import { activateSpace } from '../space/activate-space.ts'
import { AuthWord } from '../space/auth-word.tsx'
import { factsOf, roleWords } from '../space/space-facts.ts'
import { leaveIfRuled, shutWords } from '../space/space-entry.ts'
import { useSpaces } from '../space/use-spaces.ts'
import { SpaceLinks } from './space-links.tsx'

const LeaveSheet = later(async () => (await import('../members/leave-sheet.tsx')).LeaveSheet)

/** The space one acts for; the caret shows only when there is another to switch to (checklist H5, S20). */
export function SpaceMenu() {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const box = useDismiss<HTMLDivElement>(open, () => setOpen(false))
  const { data: spaces = [] } = useSpaces()
  const current = useSpace((state) => state.current)
  const [leaving, setLeaving] = useState(false)
  const { data: answers } = useWaitingAnswers()
  const waiting = answers ? answers.inviteArray.length + answers.transferArray.length : 0
  const { elsewhereArray } = useUnread()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  if (!current) return null

  const choose = async (space: Space) => {
    if (space.shut === 'provider')
      return leaveFor(`/open/sso?${new URLSearchParams({ company: space.signInCode ?? '' })}`)
    if (leaveIfRuled(space)) return
    try {
      if (space.tenantId !== current.tenantId) await activateSpace(space)
      setOpen(false)
      if (pathname === '/') scrollTo({ top: 0 })
      else await navigate('/')
    } catch (refusal) {
      showRefusal(refusal)
    }
  }
  const left = async () => {
    setLeaving(false)
    success('已退出企业')
    // The gate chooses among the spaces that are left.
    await queryClient.invalidateQueries({ queryKey: ['spaces'] })
    await navigate('/')
  }
  /** The focus stays with the button, and comes back to it from a sheet. */
  const closeMenu = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeMenu()
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const entries = [...(box.current?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
    const now = entries.findIndex((entry) => entry === document.activeElement)
    entries.at((event.key === 'ArrowDown' ? now + 1 : now - 1) % entries.length)?.focus()
  }
  return (
    <div className="space-menu" ref={box} onKeyDown={onKeyDown}>
      <button
        ref={opener}
        type="button"
        className="space-switch"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <SpaceBadge name={spaceLabel(current)} kind={current.spaceType} />
        <span className="sr">当前空间，切换空间：</span>
        <span className="clip">{spaceLabel(current)}</span>
        {spaces.length > 1 && <ChevronDown size={16} />}
        {(waiting > 0 || elsewhereArray.length > 0) && <span className="space-dot" aria-hidden="true" />}
        {elsewhereArray.length > 0 && <span className="sr">，其他空间有新消息</span>}
        {waiting > 0 && <span className="sr">，有{waiting}项待答复</span>}
      </button>
      {open && (
        <div className="space-list">
          <div role="menu" aria-label="切换空间">
            {spaces.map((space) => (
              <SpaceEntry
                key={space.tenantId}
                space={space}
                checked={space.tenantId === current.tenantId}
                hasNews={elsewhereArray.includes(space.tenantId)}
                onChoose={() => void choose(space)}
              />
            ))}
          </div>
          <SpaceLinks
            space={current}
            waiting={waiting}
            onFollow={() => setOpen(false)}
            onLeave={() => {
              closeMenu()
              setLeaving(true)
            }}
          />
        </div>
      )}
      {leaving && <LeaveSheet space={current} onLeft={() => void left()} onClose={() => setLeaving(false)} />}
    </div>
  )
}

type SpaceEntryProps = { space: Space; checked: boolean; hasNews: boolean; onChoose: () => void }

function SpaceEntry({ space, checked, hasNews, onChoose }: SpaceEntryProps) {
  return (
    <button type="button" role="menuitemradio" aria-checked={checked} onClick={onChoose}>
      <SpaceBadge name={spaceLabel(space)} kind={space.spaceType} size={36} />
      <span className="space-entry">
        <span className="clip">{spaceLabel(space)}</span>
        <span className="row small muted">
          {roleWords[spaceRole(factsOf(space))]}
          <AuthWord status={space.spaceStatus} />
          {space.shut && <span>{shutWords[space.shut]}</span>}
          {hasNews && <span className="space-news">有新消息</span>}
        </span>
      </span>
      {checked && <Check size={18} />}
    </button>
  )
}
