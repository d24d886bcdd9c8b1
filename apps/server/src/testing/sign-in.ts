import { codesSent, solvedCaptcha } from './codes.ts'
import type { Answer, TestServer } from './test-server.ts'
import type { Table } from '@moqi/api/table'

/** The demo people's password. */
export const password = 'Moqi@2026'

export const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
export const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E MicroMessenger/8.0.49'

let addresses = 0

/** An address nobody has used before. */
export function newAddress(): string {
  addresses += 1
  return `10.200.${addresses >> 8}.${addresses & 255}`
}

type Try = { password?: string; rememberMe?: 0 | 1; device?: string; token?: string; agent?: string; address?: string }

/** One try of the account form, with a solved captcha, from an address of its own. */
export async function tryPassword(
  server: TestServer,
  userName: string,
  { password: typed = 'wrong', rememberMe = 0, address = newAddress(), ...ask }: Try = {},
): Promise<Answer<Table['loginByAccount']>> {
  const captcha = await solvedCaptcha(server, address)
  return server.call('loginByAccount', { userName, password: typed, rememberMe, ...captcha }, { address, ...ask })
}

/**
 * Signs in by password, remembered, and answers the token with the secret of the device that is trusted from now on.
 */
export async function trustedSignIn(
  server: TestServer,
  userName: string,
  more: Omit<Try, 'password' | 'rememberMe'> = {},
): Promise<{ token: string; device: string }> {
  const { data } = await tryPassword(server, userName, { password, rememberMe: 1, ...more })
  return { token: data.token, device: data.device ?? '' }
}

/** The newest code for signing in by SMS, freshly sent. */
export async function smsLoginCode(server: TestServer, phone: string): Promise<string> {
  const before = (await codesSent(server, { phone, scene: 'smsLogin', count: 0 })).length
  const address = newAddress()
  const asked = { phone, scene: 'smsLogin', ...(await solvedCaptcha(server, address)) } as const
  const { code, message } = await server.call('getSmsCode', asked, { address })
  if (code !== 200) throw new Error(message)
  const [newest = ''] = await codesSent(server, { phone, scene: 'smsLogin', count: before + 1 })
  return newest
}
