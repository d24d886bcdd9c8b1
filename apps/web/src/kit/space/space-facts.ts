import { seesSeals as rightsShowSeals } from '@moqi/domain/spaces/rights'
import type { SpaceFacts, SpaceRole } from '@moqi/domain/spaces/space-name'
import type { Space } from '../../client/space-store.ts'

/** A space as the domain's rules read it. */
export const factsOf = (space: Space): SpaceFacts => ({
  spaceType: space.spaceType,
  spaceStatus: space.spaceStatus,
  spaceName: space.spaceName,
  isSpaceOwner: space.isSpaceOwner === 'yes',
})

/** 管理员, 经办人, 个人: what one is in each space of the switcher. */
export const roleWords: Record<SpaceRole, string> = { administrator: '管理员', operator: '经办人', individual: '个人' }

/** Where a space's owner authenticates it (checklist H28). */
export const authPath = ({ spaceType }: Pick<Space, 'spaceType'>) =>
  spaceType === 'person' ? '/personal-auth-info' : '/company-auth-info'

/** Whether the person's role in the space has a right. */
export const hasRight = (space: Space, right: Space['rightArray'][number]) => space.rightArray.includes(right)

/** Whether somebody sees all contracts of the company they act in (checklist I9). */
export const seesAllContracts = (space: Space | null): boolean =>
  space?.spaceType === 'company' && hasRight(space, 'seeAllContracts')

/** Whether somebody sees the seals of the company they act in. */
export const seesSeals = (space: Space): boolean => space.spaceType === 'company' && rightsShowSeals(space.rightArray)

/** What who may not launch in a space is told instead of being led into the wizard; null where one may. */
export function noLaunch(space: Space | null): string | null {
  if (!space || hasRight(space, 'launch')) return null
  return space.closeTime === undefined
    ? '您的角色没有发起签署的权限，请联系企业管理员'
    : '企业正在注销，不能发起或签署；企业管理员撤销注销后可以恢复'
}
