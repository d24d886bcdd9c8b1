import type { File, FileField, Position } from '@moqi/api/shapes'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { useRef, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react'
import { DocumentView, type DocumentViewHandle } from '../document/document-view.tsx'
import { sideName, type LaunchDraft } from '../draft/draft.ts'
import { redoPlacing, undoPlacing } from '../draft/launch-store.ts'
import { UndoButtons } from '../draft/undo-buttons.tsx'
import { AreaPalette, PartyPick } from './area-palette.tsx'
import { AreaProperties } from './area-properties.tsx'
import { areaKinds, isAreaKind, kindsOf, newArea, type AreaKind } from './area-kinds.ts'
import { pointAtKeyword, type KeywordPlace } from './find-keyword.ts'
import { KeywordPlacing } from './keyword-placing.tsx'
import { isCrossPage } from './cross-page.ts'
import { CrossPagePanel } from './cross-page-panel.tsx'
import { freeFiles, signingKinds } from './own-fields.ts'
import { OwnFieldsNote } from './own-fields-note.tsx'
import { PlacingOverlay } from './placing-overlay.tsx'
import { useAreaDrag } from './use-area-drag.ts'
import { PreviewButton } from './party-preview.tsx'
import type { Placing } from './use-placing.ts'
import './placing-step.css'

/** Third step: where each party seals, signs and dates, at true size on the pages. */
export function PlacingStep({ draft, placing }: { draft: LaunchDraft; placing: Placing }) {
  const view = useRef<DocumentViewHandle>(null)
  const { drag, start } = useAreaDrag({
    view,
    files: draft.files,
    areas: placing.areas,
    onDrop: placing.put,
    onTap: (area, isNew, more) => {
      if (!isNew) placing.choose(area.positionId, more)
      else if (isAreaKind(area.positionType)) arm(area.positionType)
    },
  })
  const free = freeFiles(draft.files)
  const arm = (kind: AreaKind) => placing.arm(kind === placing.armed ? null : kind)
  const grabNew = (event: PointerEvent<HTMLElement>, kind: AreaKind) => {
    const file = draft.files[0]
    if (!file || !placing.party) return
    const { width, height } = areaKinds[kind]
    start(
      event,
      newArea(kind, placing.party.signerNo, { fileId: file.fileId, page: 1, x: 0, y: 0, width, height }),
      true,
    )
  }
  const placeInMiddle = (kind: AreaKind) => {
    const middle = view.current?.middle()
    if (middle) placing.addByKey(kind, middle)
  }
  const placeAtKeyword = (place: KeywordPlace, kind: AreaKind) => {
    const { page } = place
    const file = free[place.fileIndex]
    const fileIndex = file ? draft.files.indexOf(file) : -1
    const point = pointAtKeyword(place, kind, areaKinds[kind].width)
    placing.add(kind, { fileIndex, page, ...point })
    view.current?.scrollTo({ fileIndex, page, y: point.y })
  }
  const showField = (file: File, { page, y }: FileField) =>
    view.current?.scrollTo({ fileIndex: draft.files.indexOf(file), page, y })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && placing.armed) return placing.arm(null)
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    if (key === 'y' || event.shiftKey) redoPlacing()
    else undoPlacing()
  }

  // A press beside the areas lets go of them.
  const onClick = (event: MouseEvent) => {
    const on = event.target instanceof Element && event.target.closest('.document-scroll')
    if (on && !(event.target instanceof Element && event.target.closest('.area, .place-here, .field-place')))
      placing.choose(null)
  }
  const sideOf = ({ signerNo }: Pick<Position, 'signerNo'>) =>
    signerNo === senderNo ? '发起方' : sideName(draft.parties.findIndex((party) => party.signerNo === signerNo))
  const pressPage = (event: MouseEvent) => {
    const point = view.current?.pointAt(event.clientX, event.clientY)
    if (point && placing.armed) placing.add(placing.armed, point)
  }
  const overlay = (fileIndex: number, page: number, mmToPx: number) => {
    const file = draft.files[fileIndex]
    const shown = { files: draft.files, page, mmToPx, placing, drag, start, sideOf }
    return file && <PlacingOverlay {...shown} file={file} onPress={pressPage} />
  }
  const countOf = (fileIndex: number, page: number) =>
    placing.areas.filter(
      (area) => area.fileId === draft.files[fileIndex]?.fileId && area.page === page && !isCrossPage(area),
    ).length

  const classes = ['placing', placing.armed && 'armed', placing.chosen.length > 0 && 'choosing']
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes} onKeyDown={onKeyDown} onClick={onClick}>
      <h1 className="sr">指定签署位置</h1>
      <DocumentView
        ref={view}
        files={draft.files}
        label="页面与签署位置"
        thumbnails
        bar="top"
        countOf={countOf}
        renderOverlay={overlay}
        barExtra={
          <>
            <UndoButtons />
            <PreviewButton look="quiet" draft={draft} areas={placing.areas} />
          </>
        }
      />
      <aside className="placing-panel" aria-label="控件与属性">
        <OwnFieldsNote files={draft.files} areas={placing.areas} sideOf={sideOf} onShow={showField} />
        <section className="placing-parties">
          <h2>签署方</h2>
          <PartyPick draft={draft} areas={placing.areas} party={placing.party} onPick={placing.pickParty} />
        </section>
        {placing.party && (
          <section className="placing-controls">
            <h2>
              控件
              <span role="status">{statusOf(placing.armed !== null, free.length > 0)}</span>
            </h2>
            <AreaPalette
              kinds={free.length > 0 ? kindsOf(placing.party) : signingKinds(placing.party)}
              armed={placing.armed}
              onGrab={grabNew}
              onKey={placeInMiddle}
            />
            {free.length > 0 && <KeywordPlacing files={free} kinds={kindsOf(placing.party)} onFound={placeAtKeyword} />}
          </section>
        )}
        <AreaProperties draft={draft} placing={placing} />
        {placing.party && placing.party.signerNo !== senderNo && (
          <CrossPagePanel draft={draft} areas={placing.areas} party={placing.party} />
        )}
      </aside>
    </div>
  )
}

/** What to do next: a page is pressed anywhere, a certified one on a field of its own. */
function statusOf(isArmed: boolean, anywhere: boolean): string {
  const page = anywhere ? '页面' : '签名域'
  return isArmed ? `点击${page}放置，再点一次控件取消` : `拖到${page}上，或点选后点击${page}`
}
