import type { VisitPurpose } from '@moqi/domain/integrations/embed-rules'
import { ownPath } from '../../client/own-path.ts'

/** The pages a visit may open, the first where none of them was asked for. */
const pages: Record<VisitPurpose, readonly [string, ...string[]]> = {
  prove: ['/unifysign/sign'],
  sign: ['/unifysign/sign'],
  office: ['/oa-sign', '/oa-sign/flow'],
  launch: ['/unifysign/launch', '/unifysign/lauchtask'],
  place: ['/unifysign/lauchtask'],
  assign: ['/unifysign/assign'],
}

type Opened = { purpose: VisitPurpose; signId: string; appId: string }
type Here = { pathname: string; search: string; to: string | null }

/**
 * Where a visit belongs, as an address of ours; null where it is there already. `to` of an exchange leads to an own
 * page of the visit's purpose or to none (checklist R47), and no address names another contract than the visit's.
 */
export function visitGoal({ purpose, signId, appId }: Opened, { pathname, search, to }: Here): string | null {
  const wanted = pathname === '/unifysign/auto-redirect' ? (ownPath(to)?.split(/[?#]/)[0] ?? '') : pathname
  const [first] = pages[purpose]
  const page = pages[purpose].includes(wanted) ? wanted : first
  const query = new URLSearchParams(search)
  if (page === pathname && query.get('signId') === signId && query.get('app') === appId) return null
  return `${page}?${new URLSearchParams({ app: appId, signId })}`
}
