import { dayMs } from '@moqi/domain/time/civil-date'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  choices,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
let other: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  other = await player(server, chen.phone, 'person')
})
afterAll(() => server.close())

const later = (ms: number) => {
  clock += ms
}

const rows = async (who: Player, status = 'cc') =>
  (await server.call('listTasks', { status }, who)).data.taskInfoArray.map(({ taskId }) => taskId)

async function eventually<T>(read: () => Promise<T>, good: (value: T) => boolean): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    const value = await read()
    if (good(value) || attempt > 100) return value
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

const messages = async (phone: string, scene: string) =>
  (await messagesTo(server, phone, scene)).map(({ body }) => body)

const signer = () => personSigner(1, '王小明', wang.phone)
const toChen = (when: 'send' | 'finish') => ({ ccArray: [{ name: '陈晨', phone: other.phone, when }] })

describe('a copy at sending', () => {
  let made: { signId: string; taskId: string }
  let ccSignId: string
  beforeAll(async () => {
    made = await sent(server, launcher, [signer()], toChen('send'))
    ccSignId = await ownSignId(server, other, made.taskId)
  })

  test('has an entry of its own, a message, and a row and a counter of 抄送我的 (I2)', async () => {
    expect(ccSignId).not.toBe(made.signId)
    expect(await rows(other)).toEqual([made.taskId])
    expect((await server.call('getStatusTotal', {}, other)).data.cc).toBe(1)
    const { data } = await server.call('listTasks', { status: 'cc' }, other)
    expect(data.total).toBe(1)
    expect(data.taskInfoArray[0]).toMatchObject({ status: 'otherSign', initiateUser: 'no', operationArray: ['view'] })
    const told = await eventually(
      () => messages(other.phone, 'cc'),
      (all) => all.length > 0,
    )
    expect(told).toEqual([expect.stringMatching(/^【墨契】杭州.*向您抄送了《测试.*》，请查看：\S+\/s\//)])
  })

  test('shows the contract and its pages, masked, with nothing to do', async () => {
    const { data } = await server.call('getSignDetailInfo', { signId: ccSignId }, other)
    expect(data).toMatchObject({
      ownSignerNo: null,
      positionArray: [],
      privateMessage: null,
      ccArray: [{ name: '陈晨', phone: '138****0004', when: 'send' }],
    })
    const fileId = data.fileArray[0]?.fileId ?? ''
    expect((await server.blob('fileContent', { fileId, signId: ccSignId }, other)).status).toBe(200)
  })

  test('signs, refuses and recalls nothing', async () => {
    const before = await server.call('signBeforeCheck', { signId: ccSignId }, other)
    expect(before.data).toMatchObject({ signBeforeCheck: 0, signBeforeCheckInfo: '您不是该合同的签署方' })
    const reject = await server.call('rejectTask', { signId: ccSignId, reason: '条款有误' }, other)
    const recall = await server.call('recallTask', { signId: ccSignId, reason: '条款有误' }, other)
    const read = await server.call('finishReading', { signId: ccSignId }, other)
    expect([reject.code, recall.code, read.code]).toEqual([409, 422, 409])
  })

  test('is no way in for anybody else', async () => {
    expect((await server.call('getSignDetailInfo', { signId: ccSignId }, wang)).code).toBe(404)
  })

  test('ends as the contract ends, and may be downloaded then', async () => {
    later(61_000)
    expect((await signNow(server, wang, made.taskId)).code).toBe(200)
    const { data } = await server.call('listTasks', { status: 'cc' }, other)
    expect(data.taskInfoArray[0]).toMatchObject({ status: 'finish', operationArray: ['view', 'download'] })
    expect((await server.blob('downloadFinishedPdf', { signId: ccSignId }, other)).status).toBe(200)
  })
})

test('a copy at the end is nowhere before, and there when the contract is finished', async () => {
  later(61_000)
  const told = (await messages(other.phone, 'cc')).length
  const { taskId } = await sent(server, launcher, [signer()], toChen('finish'))
  expect(await rows(other)).not.toContain(taskId)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  const seen = await eventually(
    () => rows(other),
    (all) => all.includes(taskId),
  )
  expect(seen).toContain(taskId)
  const after = await eventually(
    () => messages(other.phone, 'cc'),
    (all) => all.length > told,
  )
  expect(after).toHaveLength(told + 1)
})

test('a copy waits for who has no account yet and is claimed by phone and name (I10)', async () => {
  later(61_000)
  const phone = '13911112222'
  const { taskId } = await sent(server, launcher, [signer()], { ccArray: [{ name: '赵雨', phone }] })
  const stranger = await newcomer(server, '13911113333', '赵雨')
  const owner = await newcomer(server, phone, '赵雨')
  const seen = await eventually(
    () => rows(owner),
    (all) => all.length > 0,
  )
  expect(seen).toEqual([taskId])
  expect(await rows(stranger)).toEqual([])
})

test('a copy recipient who signs, or has no name, keeps a draft from being sent', async () => {
  const same = prepared(server, launcher, [signer()], { ccArray: [{ name: '王小明', phone: wang.phone }] })
  await expect(same).rejects.toThrow(/draft/)
  const nameless = prepared(server, launcher, [signer()], { ccArray: [{ name: '', phone: '13911112222' }] })
  await expect(nameless).rejects.toThrow(/draft/)
})

describe('attachments, names and messages', () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../../samples/劳动合同.pdf'))

  test('travel with the contract: who sees it reads them, and nobody else', async () => {
    later(61_000)
    const { data: file } = await server.upload('报价.pdf', bytes, { ...launcher, usage: 'attachment' })
    const made = await sent(server, launcher, [{ ...signer(), privateMessage: ' 请于周五前签 ' }], {
      attachmentArray: [{ fileId: file.fileId, fileName: '附件一 报价单' }],
      fileNameArray: ['保密协议（终稿）'],
      contractEndTime: clock + dayMs * 400,
    })
    const signId = await ownSignId(server, wang, made.taskId)
    const { data } = await server.call('getSignDetailInfo', { signId }, wang)
    expect(data.attachmentArray.map(({ fileName }) => fileName)).toEqual(['附件一 报价单.pdf'])
    expect(data.fileArray.map(({ fileName }) => fileName)).toEqual(['保密协议（终稿）.pdf'])
    expect([data.privateMessage, data.contractEndTime]).toEqual(['请于周五前签', clock + dayMs * 400])
    const attached = { fileId: file.fileId, signId }
    const answer = await server.blob('fileContent', attached, wang)
    expect([answer.status, answer.bytes.equals(bytes)]).toEqual([200, true])
    expect((await server.call('fileContent', attached, other)).code).toBe(404)
    const own = await server.call('getSignDetailInfo', { signId: made.signId }, launcher)
    expect(own.data.privateMessage).toBeNull()
  })

  test('are kept with a draft, phones whole for its author', async () => {
    const { data: file } = await server.upload('报价.pdf', bytes, { ...launcher, usage: 'attachment' })
    const { signId } = await prepared(
      server,
      launcher,
      [{ ...signer(), privateMessage: '请核对', forcedReading: true, willAuthType: 'pin' }],
      { attachmentArray: [{ fileId: file.fileId }], ...toChen('finish') },
    )
    const { data } = await server.call('getDraftInfo', { signId }, launcher)
    expect(data).toMatchObject({
      attachmentArray: [{ fileName: '报价.pdf' }],
      ccArray: [{ name: '陈晨', phone: other.phone, when: 'finish' }],
      signerArray: [{ privateMessage: '请核对', forcedReading: 1, willAuthType: 'pin' }],
    })
  })

  test('are refused when somebody else uploaded them, when they are contract files, or misnamed', async () => {
    const { data: foreign } = await server.upload('报价.pdf', bytes, { ...wang, usage: 'attachment' })
    const { data: contract } = await server.upload('报价.pdf', bytes, launcher)
    const { data: mine } = await server.upload('报价.pdf', bytes, { ...launcher, usage: 'attachment' })
    const draft = { taskName: '附件', fileIdArray: [], signerArray: [] }
    const attempts = [{ fileId: foreign.fileId }, { fileId: contract.fileId }, { fileId: mine.fileId, fileName: 'a/b' }]
    const answers = []
    for (const one of attempts) {
      answers.push(await server.call('saveDraft', { ...draft, attachmentArray: [one] }, launcher))
    }
    expect(answers.map(({ code, message }) => [code, message])).toEqual([
      [404, '文件不存在或无权查看'],
      [404, '文件不存在或无权查看'],
      [422, '文件名称不能包含 \\ / : * ? " < > |'],
    ])
    const long = { ...signer(), privateMessage: '长'.repeat(201) }
    const refused = await server.call('saveDraft', { ...draft, signerArray: [long] }, launcher)
    expect(refused.message).toBe('私信不能超过200个字')
  })
})

describe('forced reading', () => {
  test('keeps a signature waiting until the page reports it, no sooner than it can have been read', async () => {
    later(61_000)
    const { taskId } = await sent(server, launcher, [{ ...signer(), forcedReading: true }])
    const signId = await ownSignId(server, wang, taskId)
    const { data: unseen } = await server.call('getSignDetailInfo', { signId }, wang)
    expect([unseen.forcedReading, unseen.readingDone]).toEqual([1, 0])
    const hasty = await server.call('finishReading', { signId }, wang)
    expect([hasty.code, hasty.message]).toEqual([409, '请先阅读完全部内容'])
    const authToken = await proveWill(server, wang, signId)
    const areas = await choices(server, wang, signId)
    const early = await server.call('sign', { signId, authToken, positionArray: areas }, wang)
    expect([early.code, early.message]).toEqual([409, '请先阅读完全部内容'])
    later(10_000)
    expect((await server.call('finishReading', { signId }, wang)).code).toBe(200)
    expect((await server.call('finishReading', { signId }, wang)).code).toBe(200)
    const { data } = await server.call('getSignDetailInfo', { signId }, wang)
    expect(data.readingDone).toBe(1)
    expect(data.logArray.filter(({ label }) => label === '阅读全文')).toHaveLength(1)
    expect((await server.call('sign', { signId, authToken, positionArray: areas }, wang)).code).toBe(200)
  })
})

async function setPin(who: Player): Promise<void> {
  await server.call('getSmsVerificationCode', { scene: 'pin' }, who)
  const smsCode = await server.code(who.phone, 'pin')
  expect((await server.call('setPin', { smsCode, pin: '135790' }, who)).code).toBe(200)
}

describe('the kind of will-authentication', () => {
  test('is enforced when signing: a code does not serve who must use the PIN, nor the other way round', async () => {
    const who = await newcomer(server, '13911114444', '孙晓')
    await setPin(who)
    const outcomes: unknown[] = []
    for (const willAuthType of ['sms', 'pin', 'any'] as const) {
      for (const way of ['sms', 'pin'] as const) {
        later(61_000)
        const { taskId } = await sent(server, launcher, [{ ...personSigner(1, '孙晓', who.phone), willAuthType }])
        const signId = await ownSignId(server, who, taskId)
        const byPin = () => server.call('getAuthTokenByPin', { signIds: [signId], pin: '135790' }, who)
        const authToken = way === 'sms' ? await proveWill(server, who, signId) : (await byPin()).data.authToken
        const areas = await choices(server, who, signId)
        const { code, message } = await server.call('sign', { signId, authToken, positionArray: areas }, who)
        outcomes.push([willAuthType, way, code, message])
      }
    }
    const [good, bad] = ['操作成功', (way: string) => `发起方要求以${way}完成意愿认证`]
    expect(outcomes).toEqual([
      ['sms', 'sms', 200, good],
      ['sms', 'pin', 428, bad('短信验证码')],
      ['pin', 'sms', 428, bad('签署密码')],
      ['pin', 'pin', 200, good],
      ['any', 'sms', 200, good],
      ['any', 'pin', 200, good],
    ])
  })
})

test('a mixed order opens those who share a turn together, and the rest after the last of them', async () => {
  later(61_000)
  const { taskId } = await sent(server, launcher, [
    personSigner(1, '王小明', wang.phone, 1),
    personSigner(2, '陈晨', other.phone, 1),
    personSigner(3, '李静', launcher.phone, 2),
  ])
  const jingSelf = await player(server, jing.phone, 'person')
  const statuses = async () =>
    Promise.all(
      [wang, other, jingSelf].map(async (who) => {
        const { data } = await server.call('listTasks', { status: 'all' }, who)
        return data.taskInfoArray.find((row) => row.taskId === taskId)?.status
      }),
    )
  expect(await statuses()).toEqual(['iSign', 'iSign', 'otherSign'])
  await signNow(server, other, taskId)
  expect(await statuses()).toEqual(['iSign', 'otherSign', 'otherSign'])
  await signNow(server, wang, taskId)
  expect(await statuses()).toEqual(['otherSign', 'otherSign', 'iSign'])
})
