import { countText } from '@moqi/domain/labels/count-text'
import type { CompanyExport } from '@moqi/api/company-export'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { Tag } from '../../ui/tag.tsx'
import { Panel } from '../../kit/console/panel.tsx'
import { sizeText, stateWords } from './export-words.ts'

const day = (at: number) => formatDate(at, '{y}-{m}-{d}')

/** The exports that are over: each with its size, until when it is there, and the way to take it. */
export const PastExports = ({ exports }: { exports: readonly CompanyExport[] }) => (
  <Panel title="导出记录" flush>
    {exports.length === 0 ? (
      <p className="muted ce-none">还没有导出过</p>
    ) : (
      <ul className="ce-past">
        {exports.map((one) => (
          <PastExport key={one.exportId} one={one} />
        ))}
      </ul>
    )}
  </Panel>
)

function PastExport({ one }: { one: CompanyExport }) {
  const { word, tone } = stateWords[one.exportState]
  return (
    <li>
      <p>
        <b>全部合同与证据</b>
        <span className="muted small">{`${one.orderedBy}　${formatDate(one.orderTime, '{y}-{m}-{d} {h}:{i}')}`}</span>
      </p>
      <p className="ce-size">
        {`${countText(one.packedNumber)} 份`}
        <span className="muted small">{sizeText(one.size)}</span>
      </p>
      <p>
        <Tag tone={tone}>{word}</Tag>
        {one.keptUntil !== null && <span className="muted small">{`至 ${day(one.keptUntil)}`}</span>}
      </p>
      <p className="ce-take">{one.keptUntil === null ? <span className="muted">—</span> : <Take one={one} />}</p>
    </li>
  )
}

/** The browser takes the archive by a link of its own, and goes on by itself where a line broke off. */
function Take({ one }: { one: CompanyExport }) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    try {
      const { fileUrl } = await call('getCompanyExportLink', { exportId: one.exportId })
      location.assign(fileUrl)
    } catch (refusal) {
      if (!(refusal instanceof CallRefusal)) throw refusal
    }
    setBusy(false)
  }
  return (
    <button type="button" className="link" disabled={busy} onClick={() => void take()}>
      下载
    </button>
  )
}
