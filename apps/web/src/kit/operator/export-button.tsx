import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { type OperatorList, operatorLists } from '@moqi/domain/operators/operator-lists'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { queryClient } from '../../client/query-client.ts'
import { Button } from '../../ui/button.tsx'

type ExportButtonProps = {
  list: OperatorList
  search?: string
  state?: string | undefined
  /** What else the list is found by. */
  more?: Pick<Sent<Table['exportOperatorList']>, 'tenantId' | 'payWay' | 'timeStart' | 'timeEnd'>
}

/** Hands over a list as it is looked for, all of its pages; the operator's record says so. */
export function ExportButton({ list, search = '', state, more }: ExportButtonProps) {
  const [busy, setBusy] = useState(false)
  const take = async () => {
    setBusy(true)
    await callBlob('exportOperatorList', { list, ...more, ...(search && { search }), ...(state && { state }) })
      .then((blob) => saveBlob(blob, `${operatorLists[list]}.xlsx`), showRefusal)
      .finally(() => setBusy(false))
    void queryClient.invalidateQueries({ queryKey: ['operator', 'log'] })
  }
  return (
    <Button size="s" busy={busy} onClick={() => void take()}>
      <Download size={16} />
      导出
    </Button>
  )
}
