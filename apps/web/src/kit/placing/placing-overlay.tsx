import type { File, Position } from '@moqi/api/shapes'
import type { MouseEvent } from 'react'
import { isCrossPage, sliceOn } from './cross-page.ts'
import { putCrossPage, removeCrossPage } from './cross-page-panel.tsx'
import { CrossPageSlice, SealStrip } from './cross-page-slice.tsx'
import type { Offer } from './offers.ts'
import { OwnFieldPlaces } from './own-field-places.tsx'
import { AreaGhost, PlacedArea } from './placed-area.tsx'
import type { Guides } from './placing-geometry.ts'
import type { Drag, useAreaDrag } from './use-area-drag.ts'
import { sizeOfPage, type Placing } from './use-placing.ts'

type PlacingOverlayProps = Pick<ReturnType<typeof useAreaDrag>, 'drag' | 'start'> & {
  files: readonly File[]
  file: File
  page: number
  mmToPx: number
  placing: Placing
  offers: readonly Offer[]
  /** Places of parties that are not being placed for. */
  others: readonly Position[]
  sideOf: (area: Pick<Position, 'signerNo'>) => string
  /** A press on a page while a kind is armed. */
  onPress: (event: MouseEvent) => void
}

/** What lies over a page: its areas and seams or its own fields, and what is being dragged there. */
export function PlacingOverlay(props: PlacingOverlayProps) {
  const { files, file, page, mmToPx, placing, offers, others, drag, start, sideOf, onPress } = props
  const coming = drag && drag.area.fileId === file.fileId && drag.area.page === page ? drag : null
  const taken = others.filter((area) => area.fileId === file.fileId && area.page === page && !isCrossPage(area))
  const above = (
    <>
      {taken.map((area) => (
        <AreaGhost key={area.positionId} area={area} mmToPx={mmToPx} look="taken" />
      ))}
      {placing.armed && <PlaceHere onPress={onPress} />}
      {coming && <GuideLines guides={coming.guides} mmToPx={mmToPx} />}
      {coming && <AreaGhost area={coming.area} mmToPx={mmToPx} look={lookOf(coming)} />}
    </>
  )
  if (file.fieldArray) {
    const target = coming?.field ?? null
    return (
      <>
        <OwnFieldPlaces file={file} page={page} mmToPx={mmToPx} placing={placing} sideOf={sideOf} target={target} />
        {above}
      </>
    )
  }
  const onFile = placing.areas.filter((area) => area.fileId === file.fileId)
  const here = onFile.filter((area) => area.page === page && !isCrossPage(area))
  const seams = onFile.filter(isCrossPage)
  return (
    <>
      {seams.map((area) => (
        <CrossPageSlice
          key={area.positionId}
          area={area}
          file={file}
          page={page}
          side={sideOf(area)}
          mmToPx={mmToPx}
          onPut={putCrossPage}
          onRemove={() => removeCrossPage(area)}
        />
      ))}
      {here.map((area) => (
        <PlacedArea
          key={area.positionId}
          area={area}
          side={sideOf(area)}
          mmToPx={mmToPx}
          page={sizeOfPage(files, area)}
          chosen={placing.chosen.includes(area.positionId)}
          away={drag?.area.positionId === area.positionId}
          focusFirst={placing.latest === area.positionId}
          onGrab={(event) => start(event, area, false)}
          onChoose={() => placing.choose(area.positionId)}
          onToggle={() => placing.choose(area.positionId, true)}
          onPut={placing.put}
          // With others it is chosen with, or alone where the focus came without choosing it.
          onRemove={() => (placing.chosen.includes(area.positionId) ? placing.remove() : placing.removeArea(area))}
          onLeave={() => placing.choose(null)}
        />
      ))}
      {offers
        .filter(({ area }) => area.fileId === file.fileId)
        .map(({ area }) => (
          <OfferedArea key={area.positionId} area={area} file={file} page={page} mmToPx={mmToPx} />
        ))}
      {above}
    </>
  )
}

type OfferedProps = { area: Position; file: File; page: number; mmToPx: number }

const lookOf = ({ field, barred }: Drag) => (barred ? 'barred' : field === null ? 'dragged' : 'on-field')

/** Where a place would lie if its offer were taken, which is done beside the pages. */
function OfferedArea({ area, file, page, mmToPx }: OfferedProps) {
  if (!isCrossPage(area)) return area.page === page && <AreaGhost area={area} mmToPx={mmToPx} look="offered" />
  const slice = sliceOn(area, file, page)
  if (!slice) return null
  const size = { width: slice.width * mmToPx, height: area.height * mmToPx }
  return (
    <div className="seam offered" style={{ top: area.y * mmToPx, ...size }} aria-hidden="true">
      <SealStrip area={area} slice={slice} mmToPx={mmToPx} />
    </div>
  )
}

/** Covers a page while a kind is armed: the next press places it. Keys place from the palette instead. */
function PlaceHere({ onPress }: { onPress: (event: MouseEvent) => void }) {
  return <div className="place-here" aria-hidden="true" onClick={onPress} />
}

function GuideLines({ guides, mmToPx }: { guides: Guides; mmToPx: number }) {
  return (
    <>
      {guides.x !== null && <i className="guide upright" style={{ left: guides.x * mmToPx }} />}
      {guides.y !== null && <i className="guide level" style={{ top: guides.y * mmToPx }} />}
    </>
  )
}
