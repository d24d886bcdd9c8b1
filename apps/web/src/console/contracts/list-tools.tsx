import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { narrowedBy } from './contracts-query.ts'

type DepartmentSelectProps = { value: string; onChange: (departmentId: string) => void }

/** Narrows the list to what one department handles; nothing where the company has none. */
export function DepartmentSelect({ value, onChange }: DepartmentSelectProps) {
  const { data } = useQuery({
    queryKey: ['console', 'handler-departments'],
    queryFn: ({ signal }) => call('listHandlerDepartment', {}, { signal }),
  })
  const departments = data?.departmentArray ?? []
  if (departments.length === 0) return null
  const options = departments.map(({ departmentId, departmentName }) => ({
    value: departmentId,
    label: departmentName,
  }))
  return (
    <Select
      className="cc-department"
      aria-label="经办部门"
      value={value}
      options={[{ value: '', label: '全部部门' }, ...options]}
      onChange={onChange}
    />
  )
}

/** Takes what the list shows, all pages of it, as a workbook. */
export function ExportList(narrowed: { keyword: string; departmentId: string }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await callBlob('exportTaskExcel', narrowedBy(narrowed))
      .then((blob) => saveBlob(blob, '企业合同列表.xlsx'), showRefusal)
      .finally(() => setBusy(false))
  }
  return (
    <Button busy={busy} onClick={() => void save()}>
      <Download size={18} />
      导出Excel
    </Button>
  )
}
