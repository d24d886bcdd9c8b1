import { Check } from 'lucide-react'
import { badgeLetter } from '../../ui/space-badge.tsx'
import './party-chip.css'

/** 靛 甲, 竹 乙, 赭 丙: later parties take the colours in turn; an initiator that only fills in has none. */
export type PartyColour = 'a' | 'b' | 'c' | 'none'

type PartyChipProps = {
  party: PartyColour
  name: string
  company?: string | undefined
  signed?: boolean
  compact?: boolean
}

/** The colour of the party with this number, counted from 1. */
export function partyColour(signerNo: number): PartyColour {
  return signerNo === 0 ? 'none' : ((['a', 'b', 'c'] as const)[(signerNo - 1) % 3] ?? 'a')
}

/** Who signs, in the party's own colour: areas on the page wear the same. */
export function PartyChip({ party, name, company, signed = false, compact = false }: PartyChipProps) {
  return (
    <span className={`signer party-${party} ${compact ? 'compact' : ''}`}>
      <i aria-hidden="true">
        {company ? badgeLetter(company, 'company') : badgeLetter(name, 'person')}
        {signed && (
          <b>
            <Check size={10} strokeWidth={3} />
          </b>
        )}
      </i>
      <span className="signer-text">
        <span className="clip">{company ?? name}</span>
        {!compact && <span className="clip small muted">{company ? `经办人　${name}` : '个人'}</span>}
      </span>
    </span>
  )
}
