import { Download } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { Button } from '../../ui/button.tsx'
import { filterInput, type ListFilter } from '../../kit/list/list-filter.ts'

/** 导出: everything the filter lets through, as a workbook (domain.md 7.2). */
export function ExportButton({ filter }: { filter: ListFilter }) {
  const [busy, setBusy] = useState(false)
  const exportAll = async () => {
    const { cursor: _cursor, pageSize: _size, ...input } = filterInput(filter, null)
    setBusy(true)
    await callBlob('exportTaskExcel', input)
      .then((blob) => saveBlob(blob, '合同列表.xlsx'), showRefusal)
      .finally(() => setBusy(false))
  }
  return (
    <Button variant="quiet" busy={busy} onClick={() => void exportAll()}>
      <Download size={16} />
      导出
    </Button>
  )
}
