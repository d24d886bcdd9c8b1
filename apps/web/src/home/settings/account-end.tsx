import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { CloseSheet } from './close-sheet.tsx'

/** Taking one's data along, and leaving. */
export function AccountEnd() {
  const [closing, setClosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const take = async () => {
    if (busy) return
    setBusy(true)
    await callBlob('exportAccount', {})
      .then((blob) => saveBlob(blob, '我的数据.json'))
      .catch(showRefusal)
    setBusy(false)
  }
  return (
    <p className="set-end">
      <button type="button" className="link" aria-disabled={busy} onClick={() => void take()}>
        {busy ? '正在导出…' : '导出我的数据'}
      </button>
      <button type="button" className="link fault" onClick={() => setClosing(true)}>
        注销账号
      </button>
      {closing && <CloseSheet onClose={() => setClosing(false)} />}
    </p>
  )
}
