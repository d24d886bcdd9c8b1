import type { File, FileField, Position } from '@moqi/api/shapes'
import { controlTable } from '@moqi/domain/contract/controls'
import { senderNo } from '@moqi/domain/templates/template-rules'
import type { PointerEvent, RefObject } from 'react'
import type { DocumentHandle } from '../document/document-handle.ts'
import type { LaunchDraft } from '../draft/draft.ts'
import { kindsOf, newArea, type AreaKind } from './area-kinds.ts'
import { AreaPalette, PartyPick } from './area-palette.tsx'
import { AreaProperties } from './area-properties.tsx'
import { CrossPagePanel } from './cross-page-panel.tsx'
import { pointAtKeyword, type KeywordPlace } from './find-keyword.ts'
import { KeywordPlacing } from './keyword-placing.tsx'
import { OffersPanel } from './offers-panel.tsx'
import { OwnFieldsNote } from './own-fields-note.tsx'
import { freeFiles, signingKinds } from './own-fields.ts'
import { middleOfView } from './sheet-point.ts'
import type { Offers } from './use-offers.ts'
import type { Placing } from './use-placing.ts'

type PlacingPanelProps = {
  draft: LaunchDraft
  placing: Placing
  offers: Offers
  /** The pages beside the panel. */
  view: RefObject<DocumentHandle | null>
  sideOf: (area: Pick<Position, 'signerNo'>) => string
  /** A new area is taken by the pointer. */
  onGrab: (event: PointerEvent<HTMLElement>, area: Position, isNew: true) => void
}

/** Beside the pages: for whom, what to place by pointer, key or keyword, and the chosen area's properties. */
export function PlacingPanel({ draft, placing, offers, view, sideOf, onGrab }: PlacingPanelProps) {
  const { areas, party, armed } = placing
  const free = freeFiles(draft.files)
  const grabNew = (event: PointerEvent<HTMLElement>, kind: AreaKind) => {
    const file = draft.files[0]
    if (!file || !party) return
    const { width, height } = controlTable[kind].size
    onGrab(event, newArea(kind, party.signerNo, { fileId: file.fileId, page: 1, x: 0, y: 0, width, height }), true)
  }
  const placeInMiddle = (kind: AreaKind) => {
    const middle = middleOfView(view.current?.inView(), draft.files)
    if (middle) placing.addByKey(kind, middle)
  }
  const placeAtKeyword = (place: KeywordPlace, kind: AreaKind) => {
    const { page } = place
    const file = free[place.fileIndex]
    const fileIndex = file ? draft.files.indexOf(file) : -1
    const point = pointAtKeyword(place, kind, controlTable[kind].size.width)
    placing.add(kind, { fileIndex, page, ...point })
    view.current?.scrollTo({ fileIndex, page, y: point.y })
  }
  const showArea = ({ fileId, page, y }: Position) =>
    view.current?.scrollTo({ fileIndex: draft.files.findIndex((file) => file.fileId === fileId), page, y })
  const showField = (file: File, { page, y }: FileField) =>
    view.current?.scrollTo({ fileIndex: draft.files.indexOf(file), page, y })
  return (
    <aside className="placing-panel" aria-label="控件与属性">
      <OwnFieldsNote files={draft.files} areas={areas} sideOf={sideOf} onShow={showField} />
      <OffersPanel draft={draft} areas={areas} offers={offers} sideOf={sideOf} onShow={showArea} />
      <section className="placing-parties">
        <h2>签署方</h2>
        <PartyPick draft={draft} areas={areas} party={party} onPick={placing.pickParty} />
      </section>
      {party && (
        <section className="placing-controls">
          <h2>
            控件
            <span role="status">{statusOf(armed !== null, free.length > 0)}</span>
          </h2>
          <AreaPalette
            kinds={free.length > 0 ? kindsOf(party) : signingKinds(party)}
            armed={armed}
            onGrab={grabNew}
            onKey={placeInMiddle}
          />
          {free.length > 0 && <KeywordPlacing files={free} kinds={kindsOf(party)} onFound={placeAtKeyword} />}
        </section>
      )}
      <AreaProperties draft={draft} placing={placing} />
      {party && party.signerNo !== senderNo && <CrossPagePanel draft={draft} areas={areas} party={party} />}
    </aside>
  )
}

/** What to do next: a page is pressed anywhere, a certified one on a field of its own. */
function statusOf(isArmed: boolean, anywhere: boolean): string {
  const page = anywhere ? '页面' : '签名域'
  return isArmed ? `点击${page}放置，再点一次控件取消` : `拖到${page}上，或点选后点击${page}`
}
