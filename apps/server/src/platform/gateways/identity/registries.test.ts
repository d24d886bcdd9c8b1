import { createHmac, hash } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { GatewayFault } from '../gateway-fault.ts'
import { aliyunIdentity } from './aliyun-identity.ts'
import { companiesByPapers, malformed } from './factor-reasons.ts'
import type { IdentityGateway, PersonFactors } from './identity-gateway.ts'
import { type IdentitySettings, readIdentitySettings } from './identity-settings.ts'
import { tencentIdentity } from './tencent-identity.ts'

/** A question as the registry sees it: what it was signed with is worked out from the request alone. */
type Seen = { method: string; path: string; headers: IncomingHttpHeaders; body: string }
type Reply = { status?: number; json: unknown } | 'hang up'

const now = () => Date.UTC(2026, 10, 20, 2)
const key = { id: 'the-id', secret: 'the-secret' }
const two: PersonFactors = { realName: '王小明', idNumber: '11010519491231002X' }
const three: PersonFactors = { ...two, phone: '13800000001' }
const four: PersonFactors = { ...three, bankCard: '6222020000000000000' }
const company = { companyName: '杭州云启科技有限公司', creditCode: '91330100799655058B', legalName: '李静' }

let server: Server | undefined
const seen: Seen[] = []
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  seen.length = 0
})

async function registry(isSigned: (request: Seen) => boolean, reply: Reply): Promise<string> {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { method = '', url = '', headers } = request
    const one = { method, path: url, headers, body: Buffer.concat(parts).toString() }
    seen.push(one)
    if (reply === 'hang up') return response.destroy()
    const { status = 200, json } = isSigned(one) ? reply : { status: 403, json: { wrong: 'signature' } }
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const settings = (service: IdentitySettings['service'], url: string, scene: string | null = '1000000006') =>
  ({ service, key, scene, face: '1000000007', url }) satisfies IdentitySettings
const hmac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text).digest()

/** ACS3-HMAC-SHA256 over whatever headers the request names, and its body. */
function aliyunSigned({ method, path, headers, body }: Seen): boolean {
  const found = /^ACS3-HMAC-SHA256 Credential=(\S+?),SignedHeaders=(\S+?),Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  const [, id, names = '', signature] = found ?? []
  const [, query = ''] = path.split('?')
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}`)
  const canonical = [method, '/', query, ...lines, '', names, hash('sha256', body)].join('\n')
  const right = hmac(key.secret, `ACS3-HMAC-SHA256\n${hash('sha256', canonical)}`).toString('hex')
  const covers = ['content-type', 'host', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce']
  return id === key.id && signature === right && covers.every((name) => names.split(';').includes(name))
}

/** TC3-HMAC-SHA256. */
function tencentSigned({ method, headers, body }: Seen): boolean {
  const found = /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\S+), SignedHeaders=(\S+), Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  )
  const [, id, scope = '', names = '', signature] = found ?? []
  const lines = names.split(';').map((name) => {
    const value = String(headers[name])
    return `${name}:${name === 'x-tc-action' ? value.toLowerCase() : value}`
  })
  const canonical = [method, '/', '', ...lines, '', names, hash('sha256', body)].join('\n')
  const at = Number(headers['x-tc-timestamp'])
  const day = new Date(at * 1000).toISOString().slice(0, 10)
  const signing = hmac(hmac(hmac(`TC3${key.secret}`, day), 'faceid'), 'tc3_request')
  const right = hmac(signing, `TC3-HMAC-SHA256\n${at}\n${scope}\n${hash('sha256', canonical)}`).toString('hex')
  return id === key.id && scope === `${day}/faceid/tc3_request` && signature === right
}

const check = (gateway: IdentityGateway, person: PersonFactors) => gateway.checkPerson({ authId: 'a', ...person })

async function faultOf(asking: Promise<unknown>): Promise<GatewayFault> {
  const error: unknown = await asking.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof GatewayFault) return error
  throw new Error('no fault', { cause: error })
}

const openAliyun = async (reply: Reply, scene?: string | null) =>
  aliyunIdentity(settings('aliyun', await registry(aliyunSigned, reply), scene), now)
const openTencent = async (reply: Reply) =>
  tencentIdentity(settings('tencent', await registry(tencentSigned, reply), null), now)
const said = (BizCode: string) => ({ json: { Code: '200', ResultObject: { BizCode } } })
const told = (Result: object) => ({ json: { Code: '200', Message: 'success', Result } })
const resulting = (Result: string) => ({ json: { Response: { Result, Description: 'x', RequestId: 'r' } } })
const form = () => Object.fromEntries(new URLSearchParams(seen[0]?.body))

describe('Alibaba Cloud', () => {
  test.each([
    [two, 'Id2MetaVerify', {}],
    [three, 'Mobile3MetaSimpleVerify', { Mobile: '13800000001' }],
    [
      four,
      'BankMetaVerify',
      {
        Mobile: '13800000001',
        BankCard: '6222020000000000000',
        VerifyMode: 'VERIFY_BANK_CARD',
        ProductType: 'BANK_CARD_4_META',
      },
    ],
  ])('%j is asked by %s, signed, and nothing of it stands in the address', async (person, action, more) => {
    const gateway = await openAliyun(said('1'))
    expect(await check(gateway, person)).toEqual({ is: 'passed' })
    expect(form()).toEqual({ ParamType: 'normal', UserName: '王小明', IdentifyNum: '11010519491231002X', ...more })
    expect(seen[0]?.headers).toMatchObject({ 'x-acs-action': action, 'x-acs-version': '2019-03-07' })
    expect(seen[0]?.path).toBe('/?')
  })

  test.each([
    [two, '2', '姓名与身份证号不一致'],
    [two, '3', '未查询到该身份证号'],
    [three, '2', '姓名、身份证号与手机号的机主不一致'],
    [four, '2', '姓名、身份证号、手机号与银行卡的持卡人不一致'],
    [four, '3', '未查询到该银行卡的信息，请换一张银行卡'],
  ])('%j with result %s reads: %s', async (person, code, reason) => {
    expect(await check(await openAliyun(said(code)), person)).toEqual({ is: 'failed', reason })
  })

  test('what cannot be anybody’s is the person’s to put right, and nothing passes for want of a result', async () => {
    expect(await check(await openAliyun({ json: { Code: 401, Message: 'x' } }), two)).toEqual({
      is: 'failed',
      reason: malformed,
    })
    for (const json of [
      { Code: '200' },
      { Code: '200', ResultObject: {} },
      { Code: '200', ResultObject: { BizCode: '9' } },
    ])
      expect((await faultOf(check(await openAliyun({ json }), two))).passing).toBe(true)
  })

  test.each([
    [200, '402', true],
    [200, '412', false],
    [400, 'Throttling.User', true],
    [404, 'InvalidAccessKeyId.NotFound', false],
    [503, 'ServiceUnavailable', true],
  ])('status %i with code %s is worth asking again: %s', async (status, Code, passing) => {
    const fault = await faultOf(check(await openAliyun({ status, json: { Code, Message: 'why' } }), two))
    expect([fault.message, fault.passing]).toEqual([`${Code} why`, passing])
  })

  test.each([
    [{ BizCode: '1', Status: '1' }, null],
    [{ BizCode: '1', Status: '2' }, null],
    [{ BizCode: '1', Status: '3' }, '企业已注销'],
    [{ BizCode: '1', Status: '4' }, '企业已被吊销营业执照'],
    [{ BizCode: '1', Status: '9' }, '企业不在营业状态'],
    [{ BizCode: '2', ReasonDetail: 'LegalPersonNameFlag,EntNameFlag' }, '企业名称与登记信息不一致'],
    [{ BizCode: '2', ReasonDetail: 'LegalPersonCertNoFlag' }, '法定代表人身份证号与登记信息不一致'],
    [{ BizCode: '2', ReasonDetail: null }, '企业信息与登记信息不一致'],
    [{ BizCode: '3' }, '未查询到该企业的登记信息'],
  ])('a company of which it says %j is told: %s', async (result, reason) => {
    expect(await (await openAliyun(told(result))).checkCompany(company)).toBe(reason)
    expect(form()).toMatchObject({
      SceneCode: '1000000006',
      UserAuthorization: '1',
      InfoVerifyType: 'ENT_3META',
      EntName: company.companyName,
      LicenseNo: company.creditCode,
      LegalPersonName: '李静',
    })
    expect(seen[0]?.headers).toMatchObject({ 'x-acs-action': 'EntElementVerify', 'x-acs-version': '2022-11-25' })
  })

  test('with its representative’s number four things are compared, and without a scene nobody is asked', async () => {
    const gateway = await openAliyun(told({ BizCode: '1', Status: '1' }))
    expect(await gateway.checkCompany({ ...company, legalIdNumber: two.idNumber })).toBeNull()
    expect(form()).toMatchObject({ InfoVerifyType: 'ENT_4META', LegalPersonCertNo: two.idNumber })
    const without = aliyunIdentity(settings('aliyun', 'http://127.0.0.1:9', null), now)
    expect(await without.checkCompany(company)).toBe(companiesByPapers)
  })
})

describe('Tencent Cloud', () => {
  test.each([
    [two, 'IdCardVerification', {}],
    [three, 'PhoneVerification', { Phone: '13800000001' }],
    [four, 'BankCard4EVerification', { Phone: '13800000001', BankCard: '6222020000000000000' }],
  ])('%j is asked by %s, signed', async (person, action, more) => {
    const gateway = await openTencent(resulting('0'))
    expect(await check(gateway, person)).toEqual({ is: 'passed' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ Name: '王小明', IdCard: '11010519491231002X', ...more })
    expect(seen[0]?.headers).toMatchObject({ 'x-tc-action': action, 'x-tc-version': '2018-03-01' })
    expect(await gateway.checkCompany(company)).toBe(companiesByPapers)
  })

  test.each([
    [two, '-1', '姓名与身份证号不一致'],
    [two, '-2', malformed],
    [two, '-5', '未查询到该身份证号'],
    [two, '-7', '该身份证今日核验次数已达上限，请明日再试'],
    [two, '-99', '姓名与身份证号不一致'],
    [three, '-4', '姓名、身份证号与手机号的机主不一致'],
    [three, '-13', '未查询到该手机号的实名信息，请改用其他认证方式'],
    [four, '-1', '姓名、身份证号、手机号与银行卡的持卡人不一致'],
    [four, '-13', '该银行卡已挂失'],
    [four, '-17', '姓名、身份证号、手机号与银行卡的持卡人不一致'],
  ])('%j with result %s reads: %s', async (person, result, reason) => {
    expect(await check(await openTencent(resulting(result)), person)).toEqual({ is: 'failed', reason })
  })

  test.each([
    [resulting('-4').json, two, true],
    [resulting('-11').json, three, true],
    [resulting('-18').json, four, true],
    [{ Response: { RequestId: 'r' } }, two, true],
    [{ nonsense: 1 }, two, true],
    [{ Response: { Error: { Code: 'AuthFailure.SignatureFailure', Message: 'x' } } }, two, false],
    [{ Response: { Error: { Code: 'RequestLimitExceeded', Message: 'x' } } }, two, true],
  ])('%j confirms nobody and is worth asking again', async (json, person, passing) => {
    expect((await faultOf(check(await openTencent({ json }), person))).passing).toBe(passing)
  })
})

test.each(['aliyun', 'tencent'] as const)(
  '%s that hangs up, or does not know our key, confirms nobody',
  async (name) => {
    const service = { aliyun: aliyunIdentity, tencent: tencentIdentity }[name]
    const url = await registry(() => true, 'hang up')
    expect((await faultOf(check(service(settings(name, url, null), now), two))).passing).toBe(true)
    server?.close()
    const signed = await registry({ aliyun: aliyunSigned, tencent: tencentSigned }[name], { json: {} })
    const wrong = { ...settings(name, signed, null), key: { id: key.id, secret: 'another' } }
    expect((await faultOf(check(service(wrong, now), two))).message).toContain('status 403')
  },
)

test('a registry is set by name, and real people meet the sandbox only where it is named', () => {
  expect(readIdentitySettings({})).toBeNull()
  const whole = { MOQI_IDENTITY: 'aliyun', MOQI_IDENTITY_KEY_ID: 'id', MOQI_IDENTITY_KEY_SECRET: 'secret' }
  expect(readIdentitySettings({ ...whole, MOQI_IDENTITY_SCENE: '1000000006' })).toMatchObject({ scene: '1000000006' })
  const faults: [NodeJS.ProcessEnv, string][] = [
    [{ MOQI_IDENTITY: 'oracle' }, 'MOQI_IDENTITY oracle is none of'],
    [{ MOQI_IDENTITY_KEY_SECRET: '' }, 'MOQI_IDENTITY=aliyun needs MOQI_IDENTITY_KEY_SECRET'],
    [{ MOQI_IDENTITY_SCENE: 'x' }, 'MOQI_IDENTITY_SCENE x is no number'],
    [{ MOQI_IDENTITY: 'tencent', MOQI_IDENTITY_SCENE: '1' }, 'belongs to MOQI_IDENTITY=aliyun'],
  ]
  for (const [change, sentence] of faults) expect(() => readIdentitySettings({ ...whole, ...change })).toThrow(sentence)
  const real = { MOQI_DEMO: '0', MOQI_ALLOW_EMBEDDED: 'ca,sms,mail' }
  expect(() => readConfig(real)).toThrow('MOQI_ALLOW_EMBEDDED=ca,sms,mail,identity')
  expect(readConfig({ ...real, ...whole }).identity).toMatchObject({ service: 'aliyun', scene: null })
})
