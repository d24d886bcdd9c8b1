import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { GatewayFault } from '../gateway-fault.ts'
import { aliyunIdentity } from './aliyun-identity.ts'
import type { FaceGateway, FaceQuestion } from './face-gateway.ts'
import { malformed } from './factor-reasons.ts'
import { embeddedIdentityGateway } from './identity-gateway.ts'
import { readIdentitySettings } from './identity-settings.ts'
import { tencentIdentity } from './tencent-identity.ts'

// How both sign is held by registries.test.ts; here is what they are asked, and what their answers mean.

const now = () => Date.UTC(2026, 10, 28, 2)
const question: FaceQuestion = {
  authId: '0198a000-0000-7000-8000-000000000001',
  realName: '王小明',
  idNumber: '11010519491231002X',
  returnUrl: 'https://moqi.example.cn/home/open/personAuth/authSuccess?authid=1',
  userAgent: 'Mozilla/5.0 (iPhone) Mobile',
}
type Seen = { action: string; version: string; path: string; body: string }

let server: Server | undefined
let seen: Seen[] = []
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  seen = []
})

async function player(json: unknown, status = 200): Promise<string> {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { headers, url: path = '' } = request
    const said = (name: string) => String(headers[`x-acs-${name}`] ?? headers[`x-tc-${name}`])
    seen.push({ action: said('action'), version: said('version'), path, body: Buffer.concat(parts).toString() })
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

const opened = { aliyun: aliyunIdentity, tencent: tencentIdentity }
async function open(service: 'aliyun' | 'tencent', json: unknown, status?: number): Promise<FaceGateway> {
  const url = await player(json, status)
  const settings = { service, key: { id: 'id', secret: 'secret' }, scene: null, face: '1000000007', url }
  const { face } = opened[service](settings, now)
  if (!face) throw new Error('no face gateway')
  return face
}

async function faultOf(asking: Promise<unknown>): Promise<GatewayFault> {
  const error: unknown = await asking.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof GatewayFault) return error
  throw new Error('no fault', { cause: error })
}

const told = (ResultObject: object) => ({ Code: '200', Message: 'success', ResultObject })
const answered = (Response: object) => ({ Response: { RequestId: 'r', ...Response } })
const text = (ErrCode: unknown) => answered({ Text: { ErrCode, ErrMsg: 'x', IdCard: 'x' } })

describe('Alibaba Cloud', () => {
  test('is begun by InitFaceVerify for a page of the phone, and says where that is', async () => {
    const face = await open('aliyun', told({ CertifyId: 'c1', CertifyUrl: 'https://verify.example.cn/c1' }))
    const begun = { is: 'begun', gatewayId: 'c1', address: 'https://verify.example.cn/c1' }
    expect(await face.begin(question)).toEqual(begun)
    const [{ action, version, path, body } = { action: '', version: '', path: '', body: '' }] = seen
    expect([action, version, path]).toEqual(['InitFaceVerify', '2019-03-07', '/?'])
    const { MetaInfo, ...form } = Object.fromEntries(new URLSearchParams(body))
    expect(form).toEqual({
      SceneId: '1000000007',
      OuterOrderNo: '0198a000000070008000000000000001',
      ProductCode: 'ID_PRO',
      CertType: 'IDENTITY_CARD',
      CertName: '王小明',
      CertNo: '11010519491231002X',
      ReturnUrl: question.returnUrl,
    })
    expect(JSON.parse(MetaInfo ?? '')).toMatchObject({ deviceType: 'h5', ua: question.userAgent })
  })

  test.each([
    ['401', malformed],
    ['417', '无法核对您的照片，请改用其他认证方式'],
    ['418', '今日刷脸次数过多，请明日再试或改用其他认证方式'],
  ])('code %s at the beginning is the person’s to know: %s', async (Code, reason) => {
    expect(await (await open('aliyun', { Code, Message: 'x' })).begin(question)).toEqual({ is: 'refused', reason })
  })

  test.each([
    [told({ Passed: 'T', SubCode: '200' }), { is: 'passed' }],
    [told({ Passed: 'F', SubCode: '201' }), { is: 'failed', reason: '姓名与身份证号不一致' }],
    [told({ Passed: 'F', SubCode: '204' }), { is: 'failed', reason: '与身份证照片比对不一致，请由本人刷脸' }],
    [told({ Passed: 'F', SubCode: '299' }), { is: 'failed', reason: '刷脸未通过，请由本人重试' }],
    [told({ Passed: 'F', SubCode: '200' }), { is: 'failed', reason: '刷脸未通过，请由本人重试' }],
    [{ Code: '403', Message: '认证未完成' }, { is: 'running' }],
    [{ Code: 424, Message: '身份认证记录不存在' }, { is: 'running' }],
    [{ Code: '406', Message: '无效的CertifyId' }, { is: 'expired' }],
    [
      { Code: '427', Message: '业务策略限制' },
      { is: 'failed', reason: '核验机构未通过本次刷脸，请改用其他认证方式' },
    ],
  ])('DescribeFaceVerify that says %j means %j', async (json, outcome) => {
    expect(await (await open('aliyun', json)).outcome('c1')).toEqual(outcome)
    expect(seen[0]?.action).toBe('DescribeFaceVerify')
    expect(Object.fromEntries(new URLSearchParams(seen[0]?.body))).toEqual({ SceneId: '1000000007', CertifyId: 'c1' })
  })

  test.each([
    [{ Code: '200' }, 200, true],
    [told({ SubCode: '200' }), 200, true],
    [{ Code: '412', Message: '欠费中' }, 200, false],
    [{ Code: 'Throttling.User' }, 400, true],
    ['nonsense', 503, true],
  ])('%j with status %i passes nobody, and is worth asking again: %s', async (json, status, passing) => {
    const face = await open('aliyun', json, status)
    expect((await faultOf(face.outcome('c1'))).passing).toBe(passing)
    expect((await faultOf(face.begin(question))).passing).toBe(passing)
  })
})

describe('Tencent Cloud', () => {
  test('is begun by DetectAuth under the rule, and says where the page is', async () => {
    const face = await open('tencent', answered({ Url: 'https://verify.example.cn/t1', BizToken: 't1' }))
    const begun = { is: 'begun', gatewayId: 't1', address: 'https://verify.example.cn/t1' }
    expect(await face.begin(question)).toEqual(begun)
    expect(seen[0]).toMatchObject({ action: 'DetectAuth', version: '2018-03-01' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      RuleId: '1000000007',
      Name: '王小明',
      IdCard: '11010519491231002X',
      RedirectUrl: question.returnUrl,
    })
  })

  test.each([
    [text(0), { is: 'passed' }],
    [text('0'), { is: 'passed' }],
    [text(17), { is: 'running' }],
    [text(null), { is: 'running' }],
    [answered({ Text: null }), { is: 'running' }],
    [text(15), { is: 'expired' }],
    [answered({ Error: { Code: 'InvalidParameterValue.BizTokenExpired' } }), { is: 'expired' }],
    [text(1002), { is: 'failed', reason: '未能确认是真人操作，请本人到光线明亮处重试' }],
    [text(2016), { is: 'failed', reason: '与身份证照片比对不一致，请由本人刷脸' }],
    [text(9999), { is: 'failed', reason: '刷脸未通过，请由本人重试' }],
  ])('GetDetectInfoEnhanced that says %j means %j, and no picture is asked for', async (json, outcome) => {
    expect(await (await open('tencent', json)).outcome('t1')).toEqual(outcome)
    expect(seen[0]?.action).toBe('GetDetectInfoEnhanced')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({ RuleId: '1000000007', BizToken: 't1', InfoType: '1' })
  })

  test.each([
    [text(2017), true],
    [answered({ Error: { Code: 'AuthFailure.SignatureFailure' } }), false],
    [answered({ Error: { Code: 'RequestLimitExceeded' } }), true],
    [{ nonsense: 1 }, true],
  ])('%j passes nobody, and is worth asking again: %s', async (json, passing) => {
    expect((await faultOf((await open('tencent', json)).outcome('t1'))).passing).toBe(passing)
  })
})

test('nobody compares faces where no scene or rule is set, and the sandbox does', () => {
  const whole = { MOQI_IDENTITY: 'tencent', MOQI_IDENTITY_KEY_ID: 'id', MOQI_IDENTITY_KEY_SECRET: 'secret' }
  expect(readIdentitySettings(whole)).toMatchObject({ face: null })
  expect(readIdentitySettings({ ...whole, MOQI_IDENTITY_FACE: '12' })).toMatchObject({ face: '12' })
  expect(() => readIdentitySettings({ ...whole, MOQI_IDENTITY_FACE: 'a b' })).toThrow('MOQI_IDENTITY_FACE a b')
  const settings = { service: 'tencent', key: { id: '', secret: '' }, scene: null, face: null, url: null } as const
  expect([tencentIdentity(settings, now).face, aliyunIdentity({ ...settings, service: 'aliyun' }, now).face]).toEqual([
    null,
    null,
  ])
})

test('the sandbox is still running until the step was played, and then says what the number says', async () => {
  const { face, trials } = embeddedIdentityGateway
  const endOf = async (idNumber: string) => {
    const begun = await face?.begin({ ...question, idNumber })
    if (begun?.is !== 'begun') throw new Error('not begun')
    expect(begun.address).toBe(`https://moqi.example.cn/home/face/trial?authid=${question.authId}`)
    expect(await face?.outcome(begun.gatewayId)).toEqual({ is: 'running' })
    return face?.outcome(face.play?.(begun.gatewayId) ?? '')
  }
  expect(await endOf('11010519491231002X')).toEqual({ is: 'passed' })
  expect(await endOf('110101199003070011')).toEqual({ is: 'failed', reason: '姓名与身份证号不一致' })
  const ends = await Promise.all(trials.face.map(({ input }) => endOf(input)))
  expect(ends.map((end) => end?.is)).toEqual(['failed', 'failed', 'expired'])
})
