import type { TemplateRow } from '@moqi/api/template'
import { type TemplateUse, templateUseLabels } from '@moqi/domain/templates/template-access'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import './access-sheet.css'

type Use = TemplateUse | 'none'
type Uses = Readonly<Record<string, Use>>

/** The key of everybody whom no line names. */
const others = ''
const useLabels = { none: '不能使用', ...templateUseLabels }
const options = [
  { value: 'none', label: useLabels.none },
  { value: 'use', label: useLabels.use },
  { value: 'edit', label: useLabels.edit },
] as const

type AccessSheetProps = { row: TemplateRow; onDone: () => void; onClose: () => void }

/** Which departments may use a template, and which may change it. */
export function AccessSheet({ row: { templateId, templateName, accessArray }, onDone, onClose }: AccessSheetProps) {
  const [limited, limit] = useState<'all' | 'some'>(accessArray.length > 0 ? 'some' : 'all')
  const [uses, setUses] = useState<Uses>(() =>
    Object.fromEntries(accessArray.map(({ departmentId, templateUse }) => [departmentId ?? others, templateUse])),
  )
  const { data } = useQuery({
    queryKey: ['members', 'departments'],
    queryFn: ({ signal }) => call('listDepartment', {}, { signal }),
  })
  const departments = data?.departmentArray ?? []
  const lines = [{ departmentId: others, departmentName: '其他成员' }, ...departments]
  const named = lines.flatMap(({ departmentId }) => {
    const use = uses[departmentId] ?? 'none'
    return use === 'none' ? [] : [{ departmentId: departmentId || null, templateUse: use }]
  })
  const isEmpty = limited === 'some' && named.length === 0
  return (
    <FormSheet
      title="部门权限"
      confirm="保存"
      width={560}
      ready={data !== undefined && !isEmpty}
      send={() => call('setTemplateAccess', { templateId, accessArray: limited === 'all' ? [] : named })}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="muted">谁可以使用或编辑“{templateName}”。管理员始终可以。</p>
      <Segmented
        label="范围"
        value={limited}
        options={[
          { value: 'all', label: '全企业' },
          { value: 'some', label: '按部门' },
        ]}
        onChange={limit}
      />
      {limited === 'all' ? (
        <p className="hint">有发起签署权限的成员都可以使用和编辑。</p>
      ) : (
        <Departments lines={data && lines} uses={uses} onChange={setUses} isEmpty={isEmpty} />
      )}
    </FormSheet>
  )
}

type DepartmentsProps = {
  lines: readonly { departmentId: string; departmentName: string }[] | undefined
  uses: Uses
  onChange: (uses: Uses) => void
  isEmpty: boolean
}

function Departments({ lines, uses, onChange, isEmpty }: DepartmentsProps) {
  if (!lines) return <Skeleton rows={4} height={40} />
  return (
    <>
      <ul className="template-access">
        {lines.map(({ departmentId, departmentName }) => (
          <li key={departmentId}>
            <span>{departmentName}</span>
            <Select<Use>
              aria-label={departmentName}
              value={uses[departmentId] ?? 'none'}
              options={options}
              onChange={(use) => onChange({ ...uses, [departmentId]: use })}
            />
          </li>
        ))}
      </ul>
      {isEmpty && <FormFault>请至少选择一个可以使用的部门</FormFault>}
      <p className="hint">没有权限的部门看不到这个模板，也不能用它发起；已发起的合同不受影响。</p>
    </>
  )
}
