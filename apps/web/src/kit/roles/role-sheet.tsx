import { grantableRights, rightLabels, rights, type Right } from '@moqi/domain/spaces/rights'
import { call } from '../../client/call.ts'
import { isText, listOf, oneOf } from '../../client/stored-shape.ts'
import { useKept } from '../../client/use-kept.ts'
import { Check, Field } from '../../ui/field.tsx'
import { FormSheet } from '../form/form-sheet.tsx'
import type { EditedRole } from './edited-role.ts'
import './role-sheet.css'

const isRights = listOf(oneOf(...rights))

type RoleSheetProps = { role: EditedRole; holders: number; onDone: () => void; onClose: () => void }

/** Makes a role, or changes its name and rights; says of how many members that is. */
export function RoleSheet({ role, holders, onDone, onClose }: RoleSheetProps) {
  const [roleName, setName] = useKept('roleName', isText, () => role.roleName)
  const [given, setGiven] = useKept('rights', isRights, () => role.rightArray)
  const toggle = (right: Right, on: boolean) => setGiven(on ? [...given, right] : given.filter((one) => one !== right))
  const rightArray = grantableRights.filter((right) => given.includes(right))
  return (
    <FormSheet
      title={role.roleId ? '修改角色' : '新增角色'}
      confirm="保存"
      send={() => call('saveRole', { roleId: role.roleId, roleName, rightArray })}
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
      {role.roleId && holders > 0 && (
        <p className="role-effect" role="status">
          {effectOf(role.rightArray, rightArray, holders)}
        </p>
      )}
      <p className="hint">签署自己收到的合同不需要额外权限。管理成员、管理应用、购买套餐仅限管理员。</p>
    </FormSheet>
  )
}

const wordsOf = (some: readonly Right[]) => some.map((right) => rightLabels[right]).join('、')

function effectOf(before: readonly Right[], after: readonly Right[], holders: number): string {
  const lost = before.filter((right) => !after.includes(right))
  const won = after.filter((right) => !before.includes(right))
  if (lost.length + won.length === 0) return `保存后${holders}位成员的权限不变。`
  const parts = [won.length > 0 && `获得：${wordsOf(won)}`, lost.length > 0 && `失去：${wordsOf(lost)}`].filter(Boolean)
  return `保存后${holders}位成员立即${parts.join('；')}。`
}
