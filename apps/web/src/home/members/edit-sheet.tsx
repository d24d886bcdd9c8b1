import type { CompanyMember } from '@moqi/api/members'
import { call } from '../../client/call.ts'
import { isText } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Field } from '../../ui/field.tsx'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { GroupFields, isGroups, wireGroups } from './group-fields.tsx'

type EditSheetProps = { member: CompanyMember; onDone: () => void; onClose: () => void }

/** Changes a member's name, department and role; the administrator has no other role. */
export function EditSheet({ member, onDone, onClose }: EditSheetProps) {
  const { memberId, isSpaceOwner } = member
  const [memberName, setName] = useKept('memberName', isText, () => member.memberName)
  const [groups, setGroups] = useKept('groups', isGroups, () => ({
    departmentId: member.departmentId ?? '',
    roleId: member.roleId ?? '',
  }))
  return (
    <FormSheet
      title="编辑成员"
      confirm="保存"
      send={() => call('updateMember', { memberId, memberName, ...wireGroups(groups) })}
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label="姓名"
        maxLength={50}
        value={memberName}
        data-first
        hint={`手机号 ${member.phone}`}
        onChange={(event) => setName(event.target.value)}
      />
      <GroupFields value={groups} onChange={setGroups} withRole={isSpaceOwner === 'no'} />
    </FormSheet>
  )
}
