import type { Space } from '../../client/space-store.ts'

/** Why a session does not open a space, in as few words as a menu has room for. */
export const shutWords: Readonly<Record<NonNullable<Space['shut']>, string>> = {
  provider: '须统一登录',
  own: '须用手机号登录',
  network: '须用公司网络',
  second: '须双因子登录',
  pause: '须重新登录',
  password: '须修改密码',
}

/**
 * Goes to the page that says what a company asks, where its rules keep the session out of its space; says whether it
 * does. The page is the workspace's, wherever one is.
 */
export function leaveIfRuled({ shut, tenantId }: Space): boolean {
  const isRuled = shut !== undefined && shut !== 'own' && shut !== 'provider'
  if (isRuled) location.assign(`/home/user/space-entry?${new URLSearchParams({ tenantId })}`)
  return isRuled
}
