import type { Answer, TestServer } from './test-server.ts'
import type { Table } from '@moqi/api/table'

/** A fresh captcha with its answer, as somebody who can read would type it. */
export async function solvedCaptcha(
  server: TestServer,
  address: string,
): Promise<{ captchaId: string; captchaCode: string }> {
  const { data } = await server.call('captchaImage', {}, { address })
  const outbox = await server.app.inject({ url: '/demo/outbox', query: { recipient: data.captchaId } })
  return { captchaId: data.captchaId, captchaCode: outbox.json().messageArray[0].body }
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
  for (let attempt = 0; attempt < 200; attempt++) {
    const outbox = await server.app.inject({ url: '/demo/outbox', query: { recipient: phone } })
    const messages: { scene: string; body: string }[] = outbox.json().messageArray
    const found = messages.filter((message) => message.scene === scene)
    if (found.length >= count) return found.flatMap(({ body }) => /验证码(\d{6})/.exec(body)?.[1] ?? [])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`fewer than ${count} codes for ${phone} ${scene}`)
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
