import type { File, Position } from '@moqi/api/shapes'
import { sealPages, type SealPages } from '@moqi/domain/contract/cross-page'
import { strips } from '@moqi/domain/seals/slice-geometry'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Slider } from '../../ui/slider.tsx'
import type { DraftParty, LaunchDraft } from '../draft/draft.ts'
import './cross-page-panel.css'
import { placeAreas } from '../draft/launch-store.ts'
import { atHeight, crossPageOf, joinable, lowest, newCrossPage, onPages, pagesText, pagesTyped } from './cross-page.ts'
import { freeFiles } from './own-fields.ts'
import { SealOf } from './own-seal.tsx'

type Props = { draft: LaunchDraft; areas: readonly Position[]; party: DraftParty }

const choices = [
  { value: 'all', label: '全部页' },
  { value: 'odd', label: '奇数页' },
  { value: 'even', label: '偶数页' },
  { value: 'some', label: '指定页' },
]

/** Puts a changed cross-page seal where it was. */
export const putCrossPage = (area: Position) =>
  placeAreas((all) => all.map((one) => (one.positionId === area.positionId ? area : one)))

/** Takes one away. */
export const removeCrossPage = ({ positionId }: Position) =>
  placeAreas((all) => all.filter((one) => one.positionId !== positionId))

/** The party's cross-page seal (骑缝章): over which pages, at what height, and how it will look. */
export function CrossPagePanel({ draft, areas, party }: Props) {
  const files = joinable(freeFiles(draft.files))
  const [picked, pick] = useState<string | null>(null)
  const file = files.find(({ fileId }) => fileId === picked) ?? files[0]
  if (!file) return null
  const area = crossPageOf(areas, file.fileId, party.signerNo)
  const others = areas.filter(({ positionType, fileId }) => positionType === 'crossPage' && fileId === file.fileId)
  return (
    <section className="seam-panel" aria-label="骑缝章">
      <div className="spread">
        <h2>
          骑缝章
          {area && <span>{pagesText(sealPages(area.pages, file.pageCount))}页</span>}
        </h2>
        {area ? (
          <button type="button" className="icon-btn" aria-label="删除骑缝章" onClick={() => removeCrossPage(area)}>
            <Trash2 size={18} />
          </button>
        ) : (
          <Button
            size="s"
            onClick={() => placeAreas((all) => [...all, newCrossPage(file, party.signerNo, others.length)])}
          >
            添加骑缝章
          </Button>
        )}
      </div>
      {files.length > 1 && (
        <Select
          aria-label="骑缝章所在文件"
          className="seam-file"
          value={file.fileId}
          options={files.map(({ fileId, fileName }) => ({ value: fileId, label: fileName }))}
          onChange={pick}
        />
      )}
      {area && <SealSettings key={area.positionId} area={area} file={file} />}
    </section>
  )
}

function SealSettings({ area, file }: { area: Position; file: File }) {
  const [moving, setMoving] = useState<number | null>(null)
  const pages: SealPages = area.pages ?? 'all'
  const setPages = (choice: string) => {
    if (choice === 'all' || choice === 'odd' || choice === 'even') putCrossPage(onPages(area, choice))
    else putCrossPage(onPages(area, sealPages(pages, file.pageCount)))
  }
  const y = moving ?? area.y
  return (
    <>
      <label className="seam-row">
        <span>页面</span>
        <Select
          aria-label="骑缝章页面"
          value={typeof pages === 'string' ? pages : 'some'}
          options={choices}
          onChange={setPages}
        />
      </label>
      {typeof pages !== 'string' && <SomePages area={area} file={file} pages={pages} />}
      <Fan
        signerNo={area.signerNo}
        count={Math.min(20, Math.max(...strips(sealPages(pages, file.pageCount).length).map((one) => one.count), 1))}
      />
      <div className="seam-row">
        <span>距上</span>
        <Slider
          aria-label="骑缝章距上"
          min={0}
          max={lowest(file)}
          value={y}
          aria-valuetext={`${Math.round(y)} mm`}
          onMove={setMoving}
          onRest={(value) => {
            setMoving(null)
            putCrossPage(atHeight(area, file, value))
          }}
        />
        <span className="num">{Math.round(y)} mm</span>
      </div>
    </>
  )
}

function SomePages({ area, file, pages }: { area: Position; file: File; pages: readonly number[] }) {
  const [text, setText] = useState(() => pagesText(pages))
  const typed = pagesTyped(text, file.pageCount)
  const fault = typed === null || typed.length < 2
  return (
    <div className="seam-some">
      <Input
        aria-label="指定页码"
        aria-describedby="seam-pages-hint"
        value={text}
        aria-invalid={fault}
        placeholder="如 1,3,5-8"
        onChange={(event) => {
          setText(event.target.value)
          const next = pagesTyped(event.target.value, file.pageCount)
          if (next) putCrossPage(onPages(area, next))
        }}
      />
      <p id="seam-pages-hint" className={fault ? 'small fault' : 'small muted'}>
        {fault ? `请填写至少两页，1 至 ${file.pageCount}` : '用逗号分隔，连续页用短横线'}
      </p>
    </div>
  )
}

/** The pages fanned out, as a clerk fans paper to stamp across the edges. */
function Fan({ signerNo, count }: { signerNo: number; count: number }) {
  const size = 84
  const strip = size / count
  return (
    <div className="fan" role="img" aria-label={`骑缝章预览：印章分为${count}片，每页一片`}>
      {Array.from({ length: count }, (_, index) => {
        const style = index === 0 ? { zIndex: count } : { zIndex: count - index, width: strip + 8, marginLeft: -8 }
        return (
          <span key={index} className="fan-page" style={style}>
            <span style={{ width: strip, height: size }}>
              <span style={{ width: size, marginLeft: -index * strip }}>
                <SealOf signerNo={signerNo} />
              </span>
            </span>
          </span>
        )
      })}
    </div>
  )
}
