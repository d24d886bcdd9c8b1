import type { Role } from '@moqi/api/role'
import { fixedRoles } from '@moqi/domain/spaces/company-groups'
import { rightLabels, rightsBeyond, type Right } from '@moqi/domain/spaces/rights'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { randomKey } from '../../client/request.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { FormSheet } from '../form/form-sheet.tsx'
import './role-sheet.css'

type DeleteRoleSheetProps = { role: Role; roles: readonly Role[]; onDone: () => void; onClose: () => void }

/** Deletes a role, after saying in numbers who has it, what they get instead and what they lose by that. */
export function DeleteRoleSheet({ role, roles, onDone, onClose }: DeleteRoleSheetProps) {
  const roleId = role.roleId ?? ''
  const [successor, setSuccessor] = useState('')
  const [key] = useState(randomKey)
  const { data: use } = useQuery({
    queryKey: ['members', 'role-use', roleId],
    queryFn: ({ signal }) => call('getRoleUse', { roleId }, { signal }),
    staleTime: 0,
  })
  const others = roles.filter((one) => one !== role && one.roleName !== fixedRoles.administrator)
  const next = others.find((one) => (one.roleId ?? '') === successor)
  const held = use !== undefined && use.memberNumber + use.inviteNumber > 0
  return (
    <FormSheet
      title="删除角色"
      confirm="删除"
      tone="seal"
      ready={use !== undefined}
      send={() =>
        call(
          'deleteRole',
          { roleId, successorRoleId: successor || null, memberNumber: use?.memberNumber ?? 0 },
          { key },
        )
      }
      onDone={onDone}
      onClose={onClose}
    >
      <p className="ask">确定删除角色“{role.roleName}”吗？</p>
      {use && !held && <p className="muted">没有成员持有这个角色，删除后不影响任何人。</p>}
      {use && held && (
        <>
          <p className="muted">{heldBy(use)}</p>
          <SelectField
            label="他们改为"
            value={successor}
            options={others.map((one) => ({ value: one.roleId ?? '', label: one.roleName }))}
            onChange={setSuccessor}
          />
          <p className="role-effect" role="status">
            {lostWords(rightsBeyond(role.rightArray, next?.rightArray ?? []))}
          </p>
        </>
      )}
    </FormSheet>
  )
}

const lostWords = (lost: readonly Right[]): string =>
  lost.length === 0
    ? '他们不会失去权限。'
    : `他们将失去${lost.length}项权限：${lost.map((right) => rightLabels[right]).join('、')}。`

function heldBy(use: { memberNumber: number; memberNameArray: readonly string[]; inviteNumber: number }): string {
  const names = use.memberNameArray.join('、')
  const more = use.memberNumber > use.memberNameArray.length ? '等' : ''
  const members = use.memberNumber > 0 ? `${names}${more}${use.memberNumber}位成员持有这个角色。` : ''
  const invites = use.inviteNumber > 0 ? `另有${use.inviteNumber}个邀请将给出这个角色。` : ''
  return members + invites
}
