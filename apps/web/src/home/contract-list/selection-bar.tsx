import { Download, FileSpreadsheet, Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { useSpace } from '../../client/space-store.ts'
import { Button } from '../../ui/button.tsx'
import { warn } from '../../ui/toast-store.ts'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { filterInput, filterSearch, type ListFilter } from '../../kit/list/list-filter.ts'
import { hasRight, noLaunchRight } from '../../kit/space/space-facts.ts'
import { downloadSeveral, sendSeveral } from './batch.ts'
import { PageBox } from './selection-box.tsx'
import { clearSelection, offering, selectWithin, useSelection } from './selection.ts'
import './selection-bar.css'

/** 批量发送 批量下载 导出Excel over the list, and what is ticked (domain.md 7.2). */
export function SelectionBar({ filter, rows }: { filter: ListFilter; rows: readonly ContractRow[] }) {
  const search = filterSearch(filter)
  const ticked = useSelection((state) => state.rows)
  const space = useSpace((state) => state.current)
  const [busy, setBusy] = useState<'send' | 'download' | 'export' | null>(null)
  const [progress, setProgress] = useState<number | null>(null)
  useEffect(() => selectWithin(search), [search])
  const sendable = offering(ticked, 'send')
  const finished = offering(ticked, 'download')

  const run = async (name: 'send' | 'download' | 'export', work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(name)
    try {
      await work()
    } catch (fault) {
      showRefusal(fault)
      console.error(`${name} failed`, fault)
    } finally {
      setBusy(null)
      setProgress(null)
    }
  }
  const send = async () => {
    if (space && !hasRight(space, 'launch')) return warn(noLaunchRight)
    if (sendable.length === 0) return warn('所选合同中没有待发送的合同')
    return run('send', () => sendSeveral(sendable, ticked.size - sendable.length))
  }
  const download = async () => {
    if (finished.length === 0) return warn('所选合同中没有可下载的合同，签署完成后才能下载')
    return run('download', () => downloadSeveral(finished, setProgress))
  }
  const exportAll = () =>
    run('export', async () => {
      const { cursor: _cursor, pageSize: _size, ...input } = filterInput(filter, null)
      saveBlob(await callBlob('exportTaskExcel', input), '合同列表.xlsx')
    })

  return (
    <div className="select-bar" role="group" aria-label="批量操作">
      <span className="below-laptop">
        <PageBox rows={rows} />
      </span>
      <span className="select-count" role="status">
        {ticked.size > 0 ? `已选择${ticked.size}项` : ''}
      </span>
      {ticked.size > 0 && (
        <>
          <button type="button" className="link" onClick={clearSelection}>
            清空
          </button>
          <Button size="s" busy={busy === 'send'} onClick={() => void send()}>
            <Send size={16} />
            批量发送
          </Button>
          <Button size="s" busy={busy === 'download'} onClick={() => void download()}>
            <Download size={16} />
            {progress === null ? '批量下载' : `正在打包 ${progress}%`}
          </Button>
        </>
      )}
      <Button
        size="s"
        variant="quiet"
        className="select-export"
        busy={busy === 'export'}
        onClick={() => void exportAll()}
      >
        <FileSpreadsheet size={16} />
        导出Excel
      </Button>
    </div>
  )
}
