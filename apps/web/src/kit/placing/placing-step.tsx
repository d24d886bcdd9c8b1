import type { Position } from '@moqi/api/shapes'
import { isOnePage } from '@moqi/domain/contract/controls'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { useRef, type MouseEvent } from 'react'
import type { DocumentHandle } from '../document/document-handle.ts'
import { DocumentView } from '../document/document-view.tsx'
import type { LaunchDraft } from '../draft/draft.ts'
import { UndoButtons } from '../draft/undo-buttons.tsx'
import { sideName } from '../party/side-name.ts'
import type { AreaKind } from './area-kinds.ts'
import { isCrossPage } from './cross-page.ts'
import { SeamsOnPage } from './cross-page-slice.tsx'
import { OwnSealProvider } from './own-seal.tsx'
import { PreviewButton } from './party-preview.tsx'
import { PlacingOverlay } from './placing-overlay.tsx'
import { PlacingPanel } from './placing-panel.tsx'
import { pointOnSheet } from './sheet-point.ts'
import { useAreaDrag } from './use-area-drag.ts'
import { useOffers } from './use-offers.ts'
import { useOpening } from './use-opening.ts'
import type { Placing } from './use-placing.ts'
import { usePlacingKeys } from './use-placing-keys.ts'
import './placing-step.css'

type PlacingStepProps = {
  draft: LaunchDraft
  placing: Placing
  /** Places of parties that are not in the draft: shown, and left where they are. */
  others?: readonly Position[]
  /** What a side is called, when not by its place in the draft. */
  nameOf?: (signerNo: number) => string
}

/** Third step: where each party seals, signs and dates, at true size on the pages. */
export function PlacingStep({ draft, placing, others = [], nameOf }: PlacingStepProps) {
  const view = useRef<DocumentHandle>(null)
  const arm = (kind: AreaKind) => placing.arm(kind === placing.armed ? null : kind)
  const { drag, start } = useAreaDrag({
    view,
    files: draft.files,
    areas: placing.areas,
    onDrop: placing.put,
    onTap: (area, isNew, more) => {
      if (!isNew) placing.choose(area.positionId, more)
      else if (isOnePage(area.positionType)) arm(area.positionType)
    },
  })
  const offers = useOffers(draft, placing.areas)
  useOpening(view, draft.files, offers, placing.faulty)
  usePlacingKeys(() => placing.arm(null))

  // A press beside the areas lets go of them.
  const onClick = (event: MouseEvent) => {
    const on = event.target instanceof Element && event.target.closest('.document-scroll')
    if (on && !(event.target instanceof Element && event.target.closest('.area, .place-here, .field-place')))
      placing.choose(null)
  }
  const placeName = (signerNo: number) =>
    signerNo === senderNo ? '发起方' : sideName(draft.parties.findIndex((party) => party.signerNo === signerNo))
  const sideOf = ({ signerNo }: Pick<Position, 'signerNo'>) => nameOf?.(signerNo) ?? placeName(signerNo)
  const pressPage = (event: MouseEvent) => {
    const point = pointOnSheet(view.current?.inView(), event)
    if (point && placing.armed) placing.add(placing.armed, point)
  }
  const overlay = (fileIndex: number, page: number, mmToPx: number) => {
    const file = draft.files[fileIndex]
    const shown = {
      files: draft.files,
      others,
      page,
      mmToPx,
      placing,
      offers: offers.offers ?? [],
      drag,
      start,
      sideOf,
    }
    return file && <PlacingOverlay {...shown} file={file} onPress={pressPage} />
  }
  const countOf = (fileIndex: number, page: number) =>
    placing.areas.filter(
      (area) => area.fileId === draft.files[fileIndex]?.fileId && area.page === page && !isCrossPage(area),
    ).length

  const thumbnail = (fileIndex: number, page: number, mmToPx: number) => {
    const file = draft.files[fileIndex]
    return file && <SeamsOnPage areas={placing.areas} file={file} page={page} mmToPx={mmToPx} />
  }
  const classes = ['placing', placing.armed && 'armed', placing.chosen.length > 0 && 'choosing']
    .filter(Boolean)
    .join(' ')
  return (
    <OwnSealProvider parties={draft.parties}>
      <div className={classes} onClick={onClick}>
        <h1 className="sr">指定签署位置</h1>
        <DocumentView
          ref={view}
          files={draft.files}
          label="页面与签署位置"
          thumbnails
          bar="top"
          countOf={countOf}
          renderThumbnail={thumbnail}
          renderOverlay={overlay}
          barExtra={
            <>
              <UndoButtons />
              <PreviewButton look="quiet" draft={draft} areas={placing.areas} />
            </>
          }
        />
        <PlacingPanel draft={draft} placing={placing} offers={offers} view={view} sideOf={sideOf} onGrab={start} />
      </div>
    </OwnSealProvider>
  )
}
