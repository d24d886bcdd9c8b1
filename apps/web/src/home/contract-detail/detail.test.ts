import type { Signer } from '@moqi/api/shapes'
import type { SignDetail } from '@moqi/api/task'
import { expect, test } from 'vitest'
import { detailFacts } from './detail-facts.ts'
import { logLines } from './log-lines.ts'
import { signingProgress } from './signing-progress.ts'
import { standingOf } from './standing.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
const signer = (signerNo: number, signOrder: number, signerStatus: Signer['signerStatus']): Signer => ({
  signerNo,
  signOrder,
  signType: 0,
  signerName: `签署人${signerNo}`,
  phone: '138****0001',
  companyName: null,
  companyId: null,
  signerStatus,
  signTime: signerStatus === 'signed' ? at('2026-03-09T17:05:00') : null,
  readTime: null,
  willAuthType: 'sms',
  sealType: null,
})
const detail: SignDetail = {
  signId: 's1',
  taskId: 't1',
  taskNo: 'HT20260309000377',
  taskName: '仓储服务合同',
  taskType: 'normal',
  status: 'otherSign',
  taskStatus: 'signing',
  initiateUser: 'yes',
  initiatorName: '李静/杭州云启科技有限公司',
  signerName: '',
  signExpireTime: at('2026-04-08T23:59:59'),
  companyId: null,
  createTime: at('2026-03-09T16:00:00'),
  initiateTime: at('2026-03-09T16:40:00'),
  finishTime: null,
  tagArray: [],
  operationArray: [],
  remark: null,
  signOrderType: 'order',
  contractEndTime: null,
  contractAmount: null,
  spaceName: '杭州云启科技有限公司',
  ownSignerNo: null,
  privateMessage: null,
  forcedReading: 0,
  signKind: 'any',
  readingDone: 0,
  papersAsked: 0,
  fileArray: [],
  attachmentArray: [],
  signerArray: [signer(1, 2, 'toSign'), signer(2, 1, 'signed'), signer(3, 3, 'waiting')],
  ccArray: [],
  positionArray: [],
  logArray: [],
  closeReason: null,
  detailOperationArray: [],
  relieveSignId: null,
  originSignId: null,
}

test('parties stand in their signing order between sending and the end', () => {
  const steps = signingProgress(detail)
  expect(steps.map(({ title }) => title)).toEqual([
    '发送合同',
    '乙方已签署',
    '等待甲方签署',
    '丙方　待轮签',
    '签署完成',
  ])
  expect(steps.map(({ state }) => state)).toEqual(['done', 'done', 'now', 'next', 'next'])
  expect(steps[1]?.at).toBe('2026-03-09 17:05')
})

test('an unsent contract waits for its sending and for nobody else', () => {
  const steps = signingProgress({ ...detail, taskStatus: 'waitSend', status: 'waitSend', initiateTime: null })
  expect(steps.map(({ state }) => state)).toEqual(['now', 'next', 'next', 'next', 'next'])
})

test('a refused contract ends with the reason', () => {
  const refused = {
    ...detail,
    taskStatus: 'reject' as const,
    closeReason: '价款有误',
    finishTime: at('2026-03-10T08:00:00'),
  }
  const last = signingProgress({ ...refused, signerArray: [signer(1, 1, 'rejected')] }).at(-1)
  expect(last).toMatchObject({ state: 'done', title: '已拒签，签署终止', note: '原因：价款有误' })
})

test('a party that had read shows when', () => {
  const read = { ...signer(1, 1, 'toSign'), readTime: at('2026-03-10T08:12:00') }
  expect(signingProgress({ ...detail, signerArray: [read] })[1]?.at).toBe('已查看　2026-03-10 08:12')
})

test('facts name everything of domain 7.3 and leave nothing blank', () => {
  const facts = detailFacts(detail, at('2026-03-12T00:00:00'))
  expect(facts.map(([label]) => label)).toEqual(
    '合同编号 合同主题 发起方 发起时间 签署方式 签署截止时间 合同到期日 抄送人 备注'.split(' '),
  )
  expect(facts.every(([, value]) => value !== '')).toBe(true)
  expect(new Map(facts).get('签署方式')).toBe('顺序签署')
  expect(new Map(facts).get('签署截止时间')).toContain('2026-04-08 23:59，')
})

test('where it stands is said in a sentence: whom it waits for, whether they looked, when one may press', () => {
  const waiting: SignDetail = {
    ...detail,
    signerArray: [signer(1, 1, 'toSign')],
    detailOperationArray: ['urge'],
  }
  const left = 29 * 60_000
  expect(standingOf(waiting, left)).toMatchObject({ title: '等 签署人1 签署', say: '还没有打开，29分钟后可催签' })
  const seen = { ...waiting, signerArray: [{ ...signer(1, 1, 'toSign'), readTime: at('2026-03-09T16:50:00') }] }
  expect(standingOf(seen, 0)?.say).toBe('已于 03-09 16:50 查看')
  const looked = { ...seen, signerArray: seen.signerArray.map((one) => ({ ...one, lookNumber: 2 })) }
  expect(standingOf(looked, left)?.say).toBe('已看2次，29分钟后可催签')
  expect(standingOf({ ...waiting, status: 'iSign', ownSignerNo: 1 }, left)?.title).toBe('等您签署')
})

test('the log names person and company before what they did, whom a copy went to, and which messages went out', () => {
  const sentAt = at('2026-03-09T16:40:00')
  const logged: SignDetail = {
    ...detail,
    initiatorName: '李静/杭州云启科技有限公司',
    ccArray: [{ name: '张伟', phone: '138****0003', companyName: null, when: 'send' }],
    logArray: [{ time: sentAt, who: '李静', verb: 'send', label: '发送合同', detail: null }],
  }
  const sms = {
    messageId: 'm1',
    signerNo: 1,
    channel: 'sms',
    label: '待签署',
    recipient: '138****0001',
    deliveryState: 'delivered',
    fault: null,
    changeTime: sentAt + 1000,
    resendable: 0,
  } as const
  expect(logLines(logged, [sms]).map(({ who, did, note }) => [who, did, note])).toEqual([
    ['系统', '短信通知 签署人1', '待签署，138****0001，已送达'],
    ['李静　杭州云启科技有限公司', '发送合同', '抄送 张伟'],
  ])
})

test('a refused contract says who refused and why, a draft stands nowhere', () => {
  const refused: SignDetail = {
    ...detail,
    taskStatus: 'reject',
    closeReason: '金额有误',
    signerArray: [signer(1, 1, 'signed'), signer(2, 2, 'rejected')],
  }
  expect(standingOf(refused, 0)).toEqual({ tone: 'seal', title: '签署人2 拒签了', say: '“金额有误”' })
  expect(standingOf({ ...detail, taskStatus: 'draft' }, 0)).toBeNull()
})

test('parties that share a turn are told apart from those that wait for them', () => {
  const mixed: SignDetail = {
    ...detail,
    signOrderType: 'order',
    signerArray: [signer(1, 1, 'signed'), signer(2, 2, 'toSign'), signer(3, 2, 'toSign')],
  }
  expect(signingProgress(mixed).map(({ title }) => title)).toEqual([
    '发送合同',
    '第1轮　甲方已签署',
    '第2轮　等待乙方签署',
    '第2轮　等待丙方签署',
    '签署完成',
  ])
})

const standingAsked = (state: Signer['signerStatus'], ownSignerNo: number | null) =>
  standingOf({ ...detail, ownSignerNo, signerArray: [signer(1, 1, state), signer(2, 2, 'waiting')] }, 0)

test('an application for a seal stands in the place of the signature, for its applicant and for the others', () => {
  expect(standingAsked('approving', 1)).toEqual({
    tone: 'ochre',
    title: '用印审批中',
    say: '通过后将自动用印，不用您再签一次',
  })
  expect(standingAsked('approvalFailed', 1)?.title).toBe('用印审批未通过')
  expect(standingAsked('approving', 2)).toEqual({ tone: 'blue', title: '等 签署人1 签署', say: '用印审批中' })
})
