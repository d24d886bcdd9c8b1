import { createHmac, hash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { smsMessage, type SmsScene, smsTemplates } from '@moqi/domain/messages/sms-text'
import { afterEach, describe, expect, test } from 'vitest'
import { GatewayFault } from '../gateway-fault.ts'
import { aliyunSms } from './aliyun-sms.ts'
import type { SmsSettings } from './sms-settings.ts'
import { tencentSms } from './tencent-sms.ts'

/** A request as the carrier sees it: what it was signed with is worked out from the request alone. */
type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Reply = { status?: number; json: unknown } | 'hang up'

const now = () => Date.UTC(2026, 10, 20, 2)
const key = { id: 'the-id', secret: 'the-secret' }
const scenes = Object.keys(smsTemplates) as SmsScene[]
const templates = Object.fromEntries(scenes.map((scene) => [scene, `T_${scene}`])) as Record<SmsScene, string>
const message = smsMessage('toSign', { who: '李静', title: '采购合同', date: '11-27', url: 'https://m.cn/s/a' }, '墨契')
const sms = { messageId: '0198a000-0000-7000-8000-000000000001', phone: '13800000001', scene: 'toSign', message }

let server: Server | undefined
const seen: Seen[] = []
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  seen.length = 0
})

async function carrier(check: (request: Seen) => boolean, reply: Reply): Promise<string> {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: Buffer.concat(parts).toString() }
    seen.push(one)
    if (reply === 'hang up') return response.destroy()
    const { status = 200, json } = check(one) ? reply : { status: 403, json: { wrong: 'signature' } }
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const settings = (url: string, name: 'aliyun' | 'tencent'): SmsSettings => ({
  carrier: name,
  key,
  signature: '墨契',
  templates,
  appId: '1400000001',
  region: 'ap-guangzhou',
  site: 'https://m.cn',
  url,
})

const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()

/** Signature method V3: whatever headers the request names must stand under its signature. */
function aliyunSigned({ method, path, headers, body }: Seen): boolean {
  const found = /^ACS3-HMAC-SHA256 Credential=(\S+?),SignedHeaders=(\S+?),Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  const [, id, names = '', signature] = found ?? []
  const [, query = ''] = path.split('?')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`)
  const canonical = [method, '/', query, ...lines, '', names, headers['x-acs-content-sha256']].join('\n')
  const sorted = query.split('&').toSorted().join('&') === query
  const right = hmac(key.secret, `ACS3-HMAC-SHA256\n${hash('sha256', canonical)}`).toString('hex')
  return sorted && id === key.id && headers['x-acs-content-sha256'] === hash('sha256', body) && signature === right
}

/** TC3-HMAC-SHA256. */
function tencentSigned({ method, headers, body }: Seen): boolean {
  const found = /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  const [, id, scope = '', names = '', signature] = found ?? []
  const lines = names
    .split(';')
    .map((name) => `${name}:${String(headers[name])[name === 'x-tc-action' ? 'toLowerCase' : 'toString']()}`)
  const canonical = [method, '/', '', ...lines, '', names, hash('sha256', body)].join('\n')
  const at = Number(headers['x-tc-timestamp'])
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const signing = hmac(hmac(hmac(`TC3${key.secret}`, day), 'sms'), 'tc3_request')
  const right = hmac(signing, `TC3-HMAC-SHA256\n${at}\n${scope}\n${hash('sha256', canonical)}`).toString('hex')
  return id === key.id && scope === `${day}/sms/tc3_request` && signature === right
}

const faultOf = async (sending: Promise<unknown>): Promise<GatewayFault> => {
  const error: unknown = await sending.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof GatewayFault) return error
  throw new Error('no fault', { cause: error })
}

describe('Alibaba Cloud', () => {
  test('is asked with a signature it believes, the template and its blanks by name', async () => {
    const url = await carrier(aliyunSigned, { json: { Code: 'OK', Message: 'OK', BizId: '9006^0', RequestId: 'r' } })
    expect(await aliyunSms(settings(url, 'aliyun'), now).send(sms)).toBe('9006^0')
    const asked = new URLSearchParams(seen[0]?.path.split('?')[1])
    expect(Object.fromEntries(asked)).toEqual({
      PhoneNumbers: '13800000001',
      SignName: '墨契',
      TemplateCode: 'T_toSign',
      TemplateParam: JSON.stringify({ who: '李静', title: '采购合同', date: '11-27', link: 'sa' }),
      OutId: sms.messageId,
    })
    expect(seen[0]?.headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
  })

  test.each([
    [400, 'isv.MOBILE_NUMBER_ILLEGAL', false],
    [400, 'Throttling.User', true],
    [200, 'isp.SYSTEM_ERROR', true],
    [500, 'InternalError', true],
  ])('status %i with code %s is worth asking again: %s', async (status, Code, passing) => {
    const url = await carrier(aliyunSigned, { status, json: { Code, Message: 'why' } })
    const fault = await faultOf(aliyunSms(settings(url, 'aliyun'), now).send(sms))
    expect([fault.message, fault.passing]).toEqual([`${Code} why`, passing])
  })

  test('whose secret is another refuses us', async () => {
    const url = await carrier(aliyunSigned, { json: { Code: 'OK' } })
    const wrong = { ...settings(url, 'aliyun'), key: { id: key.id, secret: 'another' } }
    expect((await faultOf(aliyunSms(wrong, now).send(sms))).message).toContain('status 403')
  })
})

describe('Tencent Cloud', () => {
  const ok = {
    Response: { SendStatusSet: [{ SerialNo: '2019:5', Code: 'Ok', Message: 'send success' }], RequestId: 'r' },
  }

  test('is asked with a signature it believes, the template and its blanks in order', async () => {
    const url = await carrier(tencentSigned, { json: ok })
    expect(await tencentSms(settings(url, 'tencent'), now).send(sms)).toBe('2019:5')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      PhoneNumberSet: ['+8613800000001'],
      SmsSdkAppId: '1400000001',
      SignName: '墨契',
      TemplateId: 'T_toSign',
      TemplateParamSet: ['李静', '采购合同', '11-27', 'sa'],
      SessionContext: sms.messageId,
    })
    expect(seen[0]?.headers).toMatchObject({ 'x-tc-version': '2021-01-11', 'x-tc-region': 'ap-guangzhou' })
  })

  test.each([
    [{ Response: { SendStatusSet: [{ Code: 'InvalidParameterValue.IncorrectPhoneNumber', Message: 'x' }] } }, false],
    [{ Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'x' } } }, false],
    [{ Response: { Error: { Code: 'RequestLimitExceeded', Message: 'x' } } }, true],
    [{ Response: { Error: { Code: 'InternalError', Message: 'x' } } }, true],
    [{ nonsense: 1 }, true],
  ])('%j is worth asking again: %s', async (json, passing) => {
    const url = await carrier(tencentSigned, { json })
    expect((await faultOf(tencentSms(settings(url, 'tencent'), now).send(sms))).passing).toBe(passing)
  })
})

test.each(['aliyun', 'tencent'] as const)('%s that hangs up, or is not there, is asked again later', async (name) => {
  const url = await carrier(() => true, 'hang up')
  const gateway = { aliyun: aliyunSms, tencent: tencentSms }[name](settings(url, name), now)
  expect((await faultOf(gateway.send(sms))).passing).toBe(true)
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  expect((await faultOf(gateway.send(sms))).passing).toBe(true)
})
