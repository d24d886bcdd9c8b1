import type { Role } from '@moqi/api/members'
import { grantableRights, rightLabels, rights, type Right } from '@moqi/domain/spaces/rights'
import { call } from '../../client/call.ts'
import { isText, listOf, oneOf } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Check, Field } from '../../ui/field.tsx'
import { FormSheet } from '../../kit/form/form-sheet.tsx'

const isRights = listOf(oneOf(...rights))

type RoleSheetProps = { role: Role | null; onDone: () => void; onClose: () => void }

/** Makes a role, or changes its name and rights. */
export function RoleSheet({ role, onDone, onClose }: RoleSheetProps) {
  const [roleName, setName] = useKept('roleName', isText, () => role?.roleName ?? '')
  const [given, setGiven] = useKept('rights', isRights, () => role?.rightArray ?? ['launch', 'seeConsole'])
  const toggle = (right: Right, on: boolean) => setGiven(on ? [...given, right] : given.filter((one) => one !== right))
  const rightArray = grantableRights.filter((right) => given.includes(right))
  return (
    <FormSheet
      title={role ? '修改角色' : '新增角色'}
      confirm="保存"
      send={() => call('saveRole', { roleId: role?.roleId ?? null, roleName, rightArray })}
      onDone={onDone}
      onClose={onClose}
    >
      <Field
        label="角色名称"
        maxLength={20}
        placeholder="2-20个字"
        value={roleName}
        data-first
        onChange={(event) => setName(event.target.value)}
      />
      <fieldset className="role-rights">
        <legend>权限</legend>
        {grantableRights.map((right) => (
          <Check key={right} checked={given.includes(right)} onChange={(event) => toggle(right, event.target.checked)}>
            {rightLabels[right]}
          </Check>
        ))}
      </fieldset>
      <p className="hint">签署自己收到的合同不需要额外权限。管理成员、管理应用、购买套餐仅限管理员。</p>
    </FormSheet>
  )
}
