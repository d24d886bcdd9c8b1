import { Building2, MoreHorizontal, Plus } from 'lucide-react'
import { useSpace } from '../../client/space-store.ts'
import { MenuButton } from '../../ui/menu-button.tsx'
import type { DepartmentToSave } from './department-sheet.tsx'
import { useDepartments } from '../../kit/members/use-departments.ts'

type DepartmentsNavProps = {
  current: string | null
  onChoose: (departmentId: string | null) => void
  onSave: (department: DepartmentToSave) => void
  onDelete: (department: { departmentId: string; departmentName: string }) => void
}

/** The company and its departments; choosing one narrows the list. */
export function DepartmentsNav({ current, onChoose, onSave, onDelete }: DepartmentsNavProps) {
  const company = useSpace((state) => state.current?.spaceName ?? '')
  const { data } = useDepartments()
  return (
    <nav className="depts" aria-label="部门">
      <ul>
        <li>
          <button type="button" aria-current={current === null || undefined} onClick={() => onChoose(null)}>
            <Building2 size={16} />
            <span className="clip">{company}</span>
            <span className="small num">{data?.memberNumber ?? ''}</span>
          </button>
        </li>
        {data?.departmentArray.map(({ departmentId, departmentName, memberNumber }) => (
          <li key={departmentId}>
            <button
              type="button"
              className="deep"
              aria-current={current === departmentId || undefined}
              onClick={() => onChoose(departmentId)}
            >
              <span className="clip" title={departmentName}>
                {departmentName}
              </span>
              <span className="small num">{memberNumber}</span>
            </button>
            <MenuButton
              label={`更多：${departmentName}`}
              className="dept-more"
              items={[
                { key: 'rename', label: '改名', onPress: () => onSave({ departmentId, departmentName }) },
                {
                  key: 'delete',
                  label: '删除',
                  danger: true,
                  onPress: () => onDelete({ departmentId, departmentName }),
                },
              ]}
            >
              <MoreHorizontal size={16} />
            </MenuButton>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="link dept-new"
        onClick={() => onSave({ departmentId: null, departmentName: '' })}
      >
        <Plus size={16} />
        新增部门
      </button>
    </nav>
  )
}
