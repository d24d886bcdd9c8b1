import type { Space } from '../../client/space-store.ts'

/** What the person is in the current space (checklist E17). */
export type Role = 'administrator' | 'operator' | 'individual'

/** The owner of a company space administers it, anyone else operates it; in a personal space one is an individual. */
export function roleIn(space: Pick<Space, 'spaceType' | 'isSpaceOwner'>): Role {
  if (space.spaceType === 'person') return 'individual'
  return space.isSpaceOwner === 'yes' ? 'administrator' : 'operator'
}

/** 管理员, 经办人, 个人. */
export const roleLabels: Record<Role, string> = { administrator: '管理员', operator: '经办人', individual: '个人' }

/** An unauthenticated space is called by its kind (checklist S4). */
export function spaceTitle(space: Pick<Space, 'spaceType' | 'spaceStatus' | 'spaceName'>): string {
  if (space.spaceStatus !== 'notAuth') return space.spaceName
  return space.spaceType === 'person' ? '个人' : '企业'
}
