import type { Position } from '@moqi/api/shapes'
import { senderNo } from '@moqi/domain/templates/template-rules'
import {
  BadgeCheck,
  CalendarDays,
  PenLine,
  Signature,
  SquareCheck,
  Stamp,
  TextCursorInput,
  TextInitial,
  type LucideIcon,
} from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import { partyColour, PartyChip } from '../party/party-chip.tsx'
import { partyName, type DraftParty, type LaunchDraft } from '../draft/draft.ts'
import { areaLabel, type AreaKind } from './area-kinds.ts'
import './area-palette.css'

const icons: Record<AreaKind, LucideIcon> = {
  companySeal: Stamp,
  legalSeal: BadgeCheck,
  personSign: Signature,
  handwrite: PenLine,
  date: CalendarDays,
  text: TextCursorInput,
  textarea: TextInitial,
  checkbox: SquareCheck,
}

type PartyPickProps = {
  draft: LaunchDraft
  areas: readonly Position[]
  party: DraftParty | undefined
  onPick: (signerNo: number) => void
}

/** For whom the next area is, with how many each has. */
export function PartyPick({ draft, areas, party, onPick }: PartyPickProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const at = draft.parties.findIndex((one) => one.signerNo === party?.signerNo)
    const next = draft.parties[(at + by + draft.parties.length) % draft.parties.length]
    if (!next) return
    onPick(next.signerNo)
    document.getElementById(`party-${next.signerNo}`)?.focus()
  }
  return (
    <div className="party-pick" role="radiogroup" aria-label="当前签署方" onKeyDown={onKeyDown}>
      {draft.parties.map((one, index) => {
        const current = one.signerNo === party?.signerNo
        const count = areas.filter((area) => area.signerNo === one.signerNo).length
        // Who fills in at launch need not have anything to fill in.
        const isMissing = count === 0 && one.signerNo !== senderNo
        const company = one.kind === 'company' ? partyName(one, index) : undefined
        return (
          <button
            key={one.signerNo}
            id={`party-${one.signerNo}`}
            type="button"
            role="radio"
            aria-checked={current}
            tabIndex={current ? 0 : -1}
            className={`party-${partyColour(one.signerNo)}`}
            onClick={() => onPick(one.signerNo)}
          >
            <PartyChip party={partyColour(one.signerNo)} name={partyName(one, index)} company={company} compact />
            <span className={isMissing ? 'small party-missing' : 'small muted'}>{count}处</span>
          </button>
        )
      })}
    </div>
  )
}

type PaletteProps = {
  kinds: readonly AreaKind[]
  armed: AreaKind | null
  onGrab: (event: PointerEvent<HTMLElement>, kind: AreaKind) => void
  /** Enter or Space: placed at once, for a key cannot point at a page. */
  onKey: (kind: AreaKind) => void
}

/** The kinds of area the party may get: dragged onto a page, or pressed and then the page pressed. */
export function AreaPalette({ kinds, armed, onGrab, onKey }: PaletteProps) {
  return (
    <div className="palette">
      {kinds.map((kind) => {
        const Icon = icons[kind]
        const onKeyDown = (event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return
          event.preventDefault()
          onKey(kind)
        }
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={armed === kind}
            onPointerDown={(event) => onGrab(event, kind)}
            onKeyDown={onKeyDown}
          >
            <Icon size={18} />
            {areaLabel(kind)}
          </button>
        )
      })}
    </div>
  )
}
