import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import type { MemberDeed } from '@moqi/domain/spaces/member-change'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { useDepartments } from '../../kit/members/use-departments.ts'
import { useRoles } from '../../kit/roles/use-roles.ts'
import { FormFault } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { askedOf, type MemberChoice, type MemberSearch } from './member-choice.ts'

type ChangeSheetProps = {
  deed: MemberDeed
  choice: MemberChoice
  search: MemberSearch
  onDone: (changed: number) => void
  onClose: () => void
}

const titles: Record<MemberDeed, string> = { department: '调整部门', role: '调整角色', disable: '停用成员' }
/** Nothing is chosen yet; the empty value is no department, and the role 经办人. */
const unchosen = '?'

/** Changes the chosen members at once, after it has said in numbers what that does. */
export function ChangeSheet({ deed, choice, search, onDone, onClose }: ChangeSheetProps) {
  const [target, setTarget] = useState(deed === 'disable' ? '' : unchosen)
  const asked = { ...askedOf(choice, search), ...wishOf(deed, target) }
  const check = useQuery({
    queryKey: ['members', 'change', asked],
    queryFn: ({ signal }) => call('changeMembers', { ...asked, mode: 'check' }, { signal, quiet: true }),
    enabled: target !== unchosen,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const changeNumber = check.data?.changeNumber ?? 0
  return (
    <FormSheet
      title={titles[deed]}
      confirm={changeNumber > 0 ? `${titles[deed]}（${changeNumber}人）` : titles[deed]}
      tone={deed === 'disable' ? 'seal' : 'primary'}
      ready={changeNumber > 0}
      send={() => call('changeMembers', { ...asked, mode: 'save', changeNumber })}
      onDone={() => onDone(changeNumber)}
      onClose={onClose}
    >
      {deed === 'department' && <DepartmentField value={target} onChange={setTarget} />}
      {deed === 'role' && <RoleField value={target} onChange={setTarget} />}
      {deed === 'disable' && <p>停用后立即无法进入本企业空间，手上的合同仍归本人；24小时内可以撤销。</p>}
      {target !== unchosen && <Outcome check={check} deed={deed} />}
    </FormSheet>
  )
}

const wishOf = (deed: MemberDeed, target: string) => ({
  deed,
  ...(deed === 'department' && { departmentId: target || null }),
  ...(deed === 'role' && { roleId: target || null }),
})

type TargetProps = { value: string; onChange: (value: string) => void }
const choose = { value: unchosen, label: '请选择' }

function DepartmentField({ value, onChange }: TargetProps) {
  const { data } = useDepartments()
  const departments = (data?.departmentArray ?? []).map((one) => ({
    value: one.departmentId,
    label: one.departmentName,
  }))
  const options = [choose, { value: '', label: '未分配部门' }, ...departments]
  return <SelectField label="调到部门" options={options} value={value} data-first onChange={onChange} />
}

function RoleField({ value, onChange }: TargetProps) {
  const { data = [] } = useRoles()
  const roles = data.flatMap(({ roleId, roleName }) => (roleId === null ? [] : [{ value: roleId, label: roleName }]))
  const options = [choose, { value: '', label: `${fixedRoles.operator}（收回现有角色）` }, ...roles]
  return <SelectField label="角色改为" options={options} value={value} data-first onChange={onChange} />
}

type OutcomeProps = {
  check: { data: Output<Table['changeMembers']> | undefined; error: unknown }
  deed: MemberDeed
}

const sameWords: Record<MemberDeed, string> = { department: '已在该部门', role: '已是该角色', disable: '已停用' }

/** What it does, in numbers. */
function Outcome({ check: { data, error }, deed }: OutcomeProps) {
  if (error) return <FormFault>{error instanceof CallRefusal ? error.message : '核对失败，请稍后重试'}</FormFault>
  if (!data) return <Skeleton rows={2} height={24} />
  const { foundNumber, changeNumber, sameNumber, leftArray } = data
  return (
    <div className="cm-outcome" role="status">
      <p>
        选中{foundNumber}人，<b>{changeNumber}人将改变</b>
        {sameNumber > 0 && `，${sameNumber}人${sameWords[deed]}`}
        {leftArray.length > 0 && `，${leftArray.length}人保持不变`}。
      </p>
      {leftArray.length > 0 && (
        <ul className="small muted">
          {leftArray.slice(0, 5).map(({ memberName, message }) => (
            <li key={memberName}>
              {memberName}：{message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
