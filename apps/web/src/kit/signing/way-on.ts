import { packFrom } from '../../client/own-path.ts'
import type { Space } from '../../client/space-store.ts'
import { authPath } from '../space/space-facts.ts'

/** What to do about a contract that cannot be signed now: where to go, and why. */
export type WayOn = { label: string; to: string; hint: string }

/** Who wants to sign where, and the server's reason why not. */
export type SigningVisit = {
  info: string
  space: Space
  /** The address of this page, to come back to. */
  here: string
}

/** The next step for the server's reason (domain.md 7.5); null when there is nothing to do but look. */
export function wayOn({ info, space, here }: SigningVisit): WayOn | null {
  if (space.spaceStatus !== 'passAuth' || info.includes('实名认证'))
    return {
      label: '去实名认证',
      to: `${authPath(space)}?from=${encodeURIComponent(packFrom(here))}`,
      hint: '完成实名认证后，可回到本页继续签署。',
    }
  if (info.includes('印章')) {
    if (space.isSpaceOwner === 'yes')
      return {
        label: '去制作印章',
        to: '/company-space/admin-signatures',
        hint: '制作企业印章后，可回到本页继续签署。',
      }
    return { label: '返回首页', to: '/', hint: '请联系企业管理员制作印章，或授权您使用印章。' }
  }
  return null
}
