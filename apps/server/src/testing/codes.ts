import { arrivedMessages, codeIn, messagesTo } from './messages.ts'
import type { Answer, TestServer } from './test-server.ts'
import type { Table } from '@moqi/api/table'

/** A fresh captcha with its answer, as somebody who can read would type it. */
export async function solvedCaptcha(
  server: TestServer,
  address: string,
): Promise<{ captchaId: string; captchaCode: string }> {
  const { data } = await server.call('captchaImage', {}, { address })
  const [answer] = await messagesTo(server, data.captchaId)
  return { captchaId: data.captchaId, captchaCode: answer?.body ?? '' }
}

/** Asks for a login code, captcha and all. */
export async function askLoginCode(
  server: TestServer,
  phone: string,
  address: string,
): Promise<Answer<Table['getVerificationCode']>> {
  return server.call('getVerificationCode', { phone, ...(await solvedCaptcha(server, address)) }, { address })
}

/** Every code sent to a phone for a scene, newest first, once there are `count` of them. */
export async function codesSent(
  server: TestServer,
  { phone, scene, count }: { phone: string; scene: string; count: number },
): Promise<string[]> {
  const messages = await arrivedMessages(server, { recipient: phone, scene, count })
  return messages.flatMap(({ body }) => codeIn(body) ?? [])
}

/** Another code than the right one. */
export const wrongCode = (code: string): string => (code === '111111' ? '222222' : '111111')

/** What a newcomer needs to register: a token of a phone proven in a scene, from an address of its own. */
export async function smsTokenFor(
  server: TestServer,
  { phone, scene, address }: { phone: string; scene: 'register' | 'reset'; address: string },
): Promise<string> {
  const before = await codesSent(server, { phone, scene, count: 0 })
  await server.call('getSmsCode', { phone, scene, ...(await solvedCaptcha(server, address)) }, { address })
  const [smsCode = ''] = await codesSent(server, { phone, scene, count: before.length + 1 })
  const { code, message, data } = await server.call('checkSms', { phone, smsCode, scene }, { address })
  if (code !== 200) throw new Error(message)
  return data.smsToken
}
