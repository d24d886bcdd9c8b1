import type { Role } from '@moqi/api/role'
import { rights, type Right } from '@moqi/domain/spaces/rights'
import { isNumber, isText, listOf, oneOf, orNull, record } from '../../client/stored-shape.ts'

/** A role as its sheet begins: a new one, one that is changed, a copy of one. */
export type EditedRole = { roleId: string | null; roleName: string; rightArray: Right[] }

/** A new role, with what most have. */
export const newRole: EditedRole = { roleId: null, roleName: '', rightArray: ['launch', 'seeConsole'] }

/** A new role that begins with what another one gives. */
export const copyOf = ({ roleName, rightArray }: Role): EditedRole => ({
  roleId: null,
  roleName: `${[...roleName].slice(0, 17).join('')}副本`,
  rightArray,
})

const isRightArray = listOf(oneOf(...rights))

/** Whether that was kept; null while none is edited. */
export const isEditedRole = orNull(
  record<EditedRole>({ roleId: orNull(isText), roleName: isText, rightArray: isRightArray }),
)

/** Whether the role that is being deleted was kept. */
export const isRole = orNull(
  record<Role>({
    roleId: orNull(isText),
    roleName: isText,
    roleKind: oneOf('fixed', 'preset', 'own'),
    rightArray: isRightArray,
    memberNumber: isNumber,
  }),
)
