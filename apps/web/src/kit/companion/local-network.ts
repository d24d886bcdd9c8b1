/** How far this browser lets a page reach a program on this computer. */
export type LocalNetwork = 'free' | 'asks' | 'denied' | 'blocked'

/** Chrome's names of the permission: since 142, and for loopback alone since 145. */
const permissions = ['loopback-network', 'local-network-access']

/** Safari reads loopback as mixed content where the page is secure, and offers no way round. */
const isSafari = () => /^((?!chrome|chromium|android|crios|fxios|edg).)*safari/i.test(navigator.userAgent)

/** What reaching it will come to; browsers that know no such permission ask for none. */
export async function localNetwork(): Promise<LocalNetwork> {
  if (isSafari() && location.protocol === 'https:') return 'blocked'
  for (const name of permissions) {
    const state = await stateOf(name)
    if (state === 'denied') return 'denied'
    if (state === 'prompt') return 'asks'
    if (state === 'granted') return 'free'
  }
  return 'free'
}

async function stateOf(name: string): Promise<string | null> {
  try {
    const { permissions: asked } = navigator
    const answer: unknown = await Reflect.apply(asked.query, asked, [{ name }])
    return answer instanceof PermissionStatus ? answer.state : null
  } catch {
    return null
  }
}
