import type { AuthState } from './company-auth-lifecycle.ts'

/** The two kinds of spaces (spec §3). */
export type SpaceType = 'person' | 'company'

/** A person's role in a space (checklist E17). */
export type SpaceRole = 'administrator' | 'operator' | 'individual'

/** What naming and roles depend on. */
export type SpaceFacts = {
  readonly spaceType: SpaceType
  readonly spaceStatus: AuthState
  readonly spaceName: string
  readonly isSpaceOwner: boolean
}

/** The name of a space: 个人 or 企业 while notAuth or as long as it has none, else its own (spec §4). */
export function spaceLabel(space: Pick<SpaceFacts, 'spaceType' | 'spaceStatus' | 'spaceName'>): string {
  if (space.spaceStatus !== 'notAuth' && space.spaceName !== '') return space.spaceName
  return space.spaceType === 'person' ? '个人' : '企业'
}

/** The role in a space: owner and non-owner of a company, or an individual. */
export function spaceRole(space: Pick<SpaceFacts, 'spaceType' | 'isSpaceOwner'>): SpaceRole {
  if (space.spaceType === 'person') return 'individual'
  return space.isSpaceOwner ? 'administrator' : 'operator'
}

/** The role tag 管理员 or 经办人, only for authenticated company spaces (checklist H29). */
export function roleTag(space: Omit<SpaceFacts, 'spaceName'>): '管理员' | '经办人' | null {
  if (space.spaceType !== 'company' || space.spaceStatus !== 'passAuth') return null
  return space.isSpaceOwner ? '管理员' : '经办人'
}

/** The name of a role in help questions, `inUserType` (checklist P6). */
export const helpAudience: Readonly<Record<SpaceRole, 'company' | 'companyAgent' | 'person'>> = {
  administrator: 'company',
  operator: 'companyAgent',
  individual: 'person',
}

/** Whether the buy-package link shows: administrator and individual, authenticated (checklist H32). */
export const mayBuy = (space: Omit<SpaceFacts, 'spaceName'>): boolean =>
  space.spaceStatus === 'passAuth' && spaceRole(space) !== 'operator'

/** A work-centre tile; `needsAuth` tiles act only when the space is authenticated (spec §5). */
export type Tile = {
  readonly tile: 'launch' | 'companySeals' | 'approvals' | 'personalSeals' | 'contacts'
  readonly title: string
  readonly text: string
  readonly needsAuth: boolean
}

const launch: Tile = { tile: 'launch', title: '发起签署', text: '上传合同，指定签署方', needsAuth: true }
const contacts: Tile = { tile: 'contacts', title: '通讯录', text: '', needsAuth: false }

/** The three tiles of each role (checklist H12–H14). */
export const tiles: Readonly<Record<SpaceRole, readonly Tile[]>> = {
  administrator: [
    launch,
    { tile: 'companySeals', title: '电子印章管理', text: '管理企业印章', needsAuth: true },
    contacts,
  ],
  operator: [launch, { tile: 'approvals', title: '审批管理', text: '管理用印审批', needsAuth: false }, contacts],
  individual: [
    launch,
    { tile: 'personalSeals', title: '电子签名管理', text: '管理个人签名', needsAuth: false },
    contacts,
  ],
}
