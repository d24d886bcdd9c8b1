import type { Position } from '@moqi/api/shapes'
import { readingSeconds } from '@moqi/domain/contract/reading'
import { willKindLabel } from '@moqi/domain/contract/will-kind'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { partyColour } from '../party/party-chip.tsx'
import { DocumentView } from '../document/document-view.tsx'
import { partyName, type DraftParty, type LaunchDraft } from '../draft/draft.ts'
import { areaLabel } from './area-kinds.ts'
import { isCrossPage, sliceOn } from './cross-page.ts'
import { SealSketch } from './seal-sketch.tsx'
import './party-preview.css'

type Props = { draft: LaunchDraft; areas: readonly Position[]; look?: 'plain' | 'quiet' }

/** Opens the contract as one of its parties will find it. */
export function PreviewButton({ draft, areas, look = 'plain' }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant={look} aria-label="预览" onClick={() => setOpen(true)}>
        <Eye size={18} />
        <span className={look === 'quiet' ? 'only-desktop' : undefined}>预览</span>
      </Button>
      {open && <PartyPreview draft={draft} areas={areas} onClose={() => setOpen(false)} />}
    </>
  )
}

function PartyPreview({ draft, areas, onClose }: Props & { onClose: () => void }) {
  const [signerNo, see] = useState(draft.parties[0]?.signerNo ?? 0)
  const party = draft.parties.find((one) => one.signerNo === signerNo)
  const own = areas.filter((area) => area.signerNo === signerNo)
  const overlay = (fileIndex: number, page: number, mmToPx: number) => {
    const file = draft.files[fileIndex]
    if (!file) return null
    const onFile = own.filter((area) => area.fileId === file.fileId)
    const here = onFile.filter((area) => area.page === page && !isCrossPage(area))
    const seams = onFile.filter(isCrossPage).flatMap((area) => {
      const slice = sliceOn(area, file, page)
      return slice ? [{ area, slice }] : []
    })
    return (
      <>
        {here.map((area) => (
          <span
            key={area.positionId}
            className={`preview-area party-${partyColour(area.signerNo)}${area.positionType === 'companySeal' ? ' round' : ''}`}
            style={{
              left: area.x * mmToPx,
              top: area.y * mmToPx,
              width: area.width * mmToPx,
              height: area.height * mmToPx,
            }}
          >
            {area.positionType === 'checkbox' ? '' : area.label || areaLabel(area.positionType)}
          </span>
        ))}
        {seams.map(({ area, slice }) => (
          <span
            key={area.positionId}
            className={`preview-seam party-${partyColour(area.signerNo)}`}
            style={{ top: area.y * mmToPx, width: slice.width * mmToPx, height: area.height * mmToPx }}
          >
            <span
              style={{
                width: area.height * mmToPx,
                height: area.height * mmToPx,
                marginLeft: -slice.index * slice.width * mmToPx,
              }}
            >
              <SealSketch />
            </span>
          </span>
        ))}
      </>
    )
  }
  return (
    <Sheet title="预览" width={960} onClose={onClose}>
      <div className="preview-head">
        <Select
          className="preview-party"
          aria-label="以哪一方的身份预览"
          value={signerNo}
          options={draft.parties.map((one, index) => ({ value: one.signerNo, label: partyName(one, index) }))}
          onChange={see}
        />
        {party && <p className="small muted">{demandsOf(draft, party, own.length)}</p>}
      </div>
      {party?.privateMessage.trim() && (
        <p className="preview-message">
          <b>私信</b>
          {party.privateMessage}
        </p>
      )}
      <div className="preview-pages">
        <DocumentView key={signerNo} files={draft.files} label="该签署方看到的合同" renderOverlay={overlay} />
      </div>
    </Sheet>
  )
}

/** What this party finds to do, in a sentence. */
function demandsOf(draft: LaunchDraft, party: DraftParty, places: number): string {
  const pages = draft.files.reduce((sum, { pageCount }) => sum + pageCount, 0)
  const parts = [
    `${places}处待签署`,
    `意愿认证：${willKindLabel(party.willKind, party.kind)}`,
    ...(party.forcedReading ? [`须阅读全文，不少于${readingSeconds(pages)}秒`] : []),
    ...(draft.attachments.length > 0 ? [`${draft.attachments.length}个附件`] : []),
  ]
  return parts.join('　')
}
