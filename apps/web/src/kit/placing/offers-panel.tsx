import type { Position } from '@moqi/api/shapes'
import { Check, ScanText, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { LaunchDraft } from '../draft/draft.ts'
import { partyColour } from '../party/party-chip.tsx'
import { areaLabel } from './area-kinds.ts'
import { leftOut, type Offer } from './offers.ts'
import { freeFiles } from './own-fields.ts'
import type { Offers } from './use-offers.ts'
import './offers-panel.css'

type Props = {
  draft: LaunchDraft
  areas: readonly Position[]
  offers: Offers
  sideOf: (area: Pick<Position, 'signerNo'>) => string
  onShow: (area: Position) => void
}

/** 自动识别签署栏: finds where the text asks the parties to sign; what it finds is taken one by one, or all at once. */
export function OffersPanel({ draft, areas, offers: state, sideOf, onShow }: Props) {
  const [busy, setBusy] = useState(false)
  const button = useRef<HTMLDivElement>(null)
  if (freeFiles(draft.files).length === 0) return null
  const { offers } = state
  const ask = async () => {
    setBusy(true)
    await state.ask()
    setBusy(false)
  }
  // What was pressed is gone with the last offer.
  const settle = (settled: readonly Offer[], how: 'take' | 'leave') => {
    state[how](settled)
    if (settled.length === offers?.length) button.current?.querySelector('button')?.focus()
  }
  return (
    <section className="offers" aria-label="自动识别签署栏">
      <div ref={button}>
        <Button block busy={busy} onClick={() => void ask()}>
          <ScanText size={18} />
          自动识别签署栏
        </Button>
      </div>
      <div role="status">
        {offers !== null && <OffersNote draft={draft} areas={areas} offers={offers} state={state} />}
        {offers === null && state.failed && !busy && <p className="offers-note">识别失败，请重试或手动放置</p>}
      </div>
      {offers !== null && offers.length > 0 && (
        <>
          <div className="offers-all">
            <Button variant="primary" size="s" onClick={() => settle(offers, 'take')}>
              全部采用
            </Button>
            <Button variant="quiet" size="s" onClick={() => settle(offers, 'leave')}>
              全部忽略
            </Button>
          </div>
          <ul>
            {offers.map((offer) => (
              <OfferRow
                key={offer.area.positionId}
                offer={offer}
                side={sideOf(offer.area)}
                onShow={() => onShow(offer.area)}
                onTake={() => settle([offer], 'take')}
                onLeave={() => settle([offer], 'leave')}
              />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

type RowProps = { offer: Offer; side: string; onShow: () => void; onTake: () => void; onLeave: () => void }

function OfferRow({ offer: { area, words }, side, onShow, onTake, onLeave }: RowProps) {
  const label = areaLabel(area.positionType)
  const where = area.positionType === 'crossPage' ? '各页' : `第${area.page}页`
  const name = `${side}　${label}，${where}`
  return (
    <li className={`party-${partyColour(area.signerNo)}`}>
      <button type="button" className="offer-show" onClick={onShow}>
        <span>
          <b>{side}</b>
          {label}
        </span>
        <span className="small muted clip">
          {where}　{words}
        </span>
      </button>
      <button type="button" className="icon-btn" aria-label={`采用${name}`} title="采用" onClick={onTake}>
        <Check size={18} />
      </button>
      <button type="button" className="icon-btn" aria-label={`忽略${name}`} title="忽略" onClick={onLeave}>
        <X size={18} />
      </button>
    </li>
  )
}

type NoteProps = { draft: LaunchDraft; areas: readonly Position[]; offers: readonly Offer[]; state: Offers }

/** What was found, and what was not: a scan has no words, and a party may have no line of its own. */
function OffersNote({ draft, areas, offers, state }: NoteProps) {
  const scans = (state.recognized ?? []).filter(({ answer }) => answer.hasText === 0).map(({ file }) => file.fileName)
  const unread = scans.length === (state.recognized ?? []).length
  const missing = leftOut(draft.parties, areas, offers)
  if (unread) return <p className="offers-note">没有可识别的文字，请在页面上手动放置签署位置。</p>
  return (
    <>
      {offers.length > 0 && <p className="offers-note">识别到{offers.length}处，采用后仍可移动或删除。</p>}
      {offers.length === 0 && missing.length > 0 && (
        <p className="offers-note">没有找到更多签署栏，请手动放置，或按关键字定位。</p>
      )}
      {offers.length === 0 && missing.length === 0 && <p className="offers-note">各方都已有签署位置。</p>}
      {offers.length > 0 && missing.length > 0 && (
        <p className="offers-note fault">没有找到{missing.join('、')}的签署栏，请手动放置。</p>
      )}
      {scans.map((name) => (
        <p key={name} className="offers-note">
          《{name}》没有可识别的文字，请手动放置。
        </p>
      ))}
    </>
  )
}
