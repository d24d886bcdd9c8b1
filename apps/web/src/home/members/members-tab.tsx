import type { CompanyMember } from '@moqi/api/members'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { isNumber, isText, oneOf, orNull, record } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'
import { DepartmentSheet, type DepartmentToSave } from './department-sheet.tsx'
import { DepartmentsNav } from './departments-nav.tsx'
import { EditSheet } from './edit-sheet.tsx'
import type { MemberDeed } from './member-actions.ts'
import { memberKeys } from '../../kit/members/member-keys.ts'
import { MemberList } from './member-list.tsx'
import { RemoveSheet } from './remove-sheet.tsx'

type Opened =
  | { sheet: 'edit' | 'remove'; member: CompanyMember }
  | { sheet: 'department'; department: DepartmentToSave }
  | null

const isMember = record<CompanyMember>({
  memberId: isText,
  memberName: isText,
  phone: isText,
  isSpaceOwner: oneOf('yes', 'no'),
  isSelf: oneOf('yes', 'no'),
  departmentId: orNull(isText),
  departmentName: orNull(isText),
  roleId: orNull(isText),
  roleName: isText,
  memberStatus: oneOf('enabled', 'disabled'),
  sealNumber: isNumber,
  joinTime: isNumber,
})
const ofMember = record({ sheet: oneOf('edit', 'remove'), member: isMember })
const ofDepartment = record({
  sheet: oneOf('department'),
  department: record({ departmentId: orNull(isText), departmentName: isText }),
})
const isOpened = (kept: unknown): kept is Opened => kept === null || ofMember(kept) || ofDepartment(kept)

/** Departments at the left, their members at the right. */
export function MembersTab({ keyword }: { keyword: string }) {
  const queryClient = useQueryClient()
  const [departmentId, choose] = useState<string | null>(null)
  const [opened, open] = useKept<Opened>('opened', isOpened, () => null)
  const close = () => open(null)
  const changed = async (text: string) => {
    close()
    success(text)
    await queryClient.invalidateQueries({ queryKey: memberKeys.all })
  }
  const deed = (done: MemberDeed, member: CompanyMember) => {
    if (done === 'edit' || done === 'remove') open({ sheet: done, member })
    else void setStatus(member, done, changed)
  }
  const remove = async (department: { departmentId: string; departmentName: string }) => {
    const text = `确定删除部门“${department.departmentName}”吗？`
    if (!(await ask({ title: '提示', text, confirm: '删除', cancel: '取消', tone: 'seal' }))) return
    try {
      await call('deleteDepartment', { departmentId: department.departmentId })
      if (departmentId === department.departmentId) choose(null)
      await changed('部门已删除')
    } catch (refusal) {
      showRefusal(refusal)
    }
  }
  return (
    <div className="card members">
      <DepartmentsNav
        current={departmentId}
        onChoose={choose}
        onSave={(department) => open({ sheet: 'department', department })}
        onDelete={(department) => void remove(department)}
      />
      <section className="members-list" aria-label="成员列表">
        <MemberList keyword={keyword} departmentId={departmentId} onDeed={deed} />
      </section>
      {opened?.sheet === 'edit' && (
        <EditSheet member={opened.member} onDone={() => void changed('已保存')} onClose={close} />
      )}
      {opened?.sheet === 'remove' && (
        <RemoveSheet member={opened.member} onDone={() => void changed('成员已移除')} onClose={close} />
      )}
      {opened?.sheet === 'department' && (
        <DepartmentSheet department={opened.department} onDone={() => void changed('部门已保存')} onClose={close} />
      )}
    </div>
  )
}

async function setStatus(
  { memberId, memberName }: CompanyMember,
  deed: 'disable' | 'enable',
  changed: (text: string) => Promise<void>,
): Promise<void> {
  const text = `停用后，${memberName}立即无法进入本企业空间，确定停用吗？`
  const sure = deed === 'enable' || (await ask({ title: '提示', text, confirm: '停用', cancel: '取消', tone: 'seal' }))
  if (!sure) return
  try {
    await call('updateMemberStatus', { memberId, memberStatus: deed === 'enable' ? 'enabled' : 'disabled' })
    await changed(deed === 'enable' ? '成员已启用' : '成员已停用')
  } catch (refusal) {
    showRefusal(refusal)
  }
}
