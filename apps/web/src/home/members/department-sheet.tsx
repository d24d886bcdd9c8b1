import { call } from '../../client/call.ts'
import { isText } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Field } from '../../ui/field.tsx'
import { FormSheet } from '../../kit/form/form-sheet.tsx'

/** A department to rename; without an id a new one. */
export type DepartmentToSave = { departmentId: string | null; departmentName: string }
type DepartmentSheetProps = { department: DepartmentToSave; onDone: () => void; onClose: () => void }

/** Names a department: 2–30 characters (domain 4.5). */
export function DepartmentSheet({ department, onDone, onClose }: DepartmentSheetProps) {
  const [departmentName, setName] = useKept('departmentName', isText, () => department.departmentName)
  const { departmentId } = department
  return (
    <FormSheet
      title={departmentId ? '修改部门名称' : '新增部门'}
      confirm="保存"
      width={416}
      send={() => call('saveDepartment', { departmentId, departmentName })}
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label="部门名称"
        maxLength={30}
        placeholder="2-30个字"
        value={departmentName}
        data-first
        onChange={(event) => setName(event.target.value)}
      />
    </FormSheet>
  )
}
