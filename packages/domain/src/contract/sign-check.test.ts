import { expect, test } from 'vitest'
import { signBeforeCheck, type SignFacts } from './sign-check.ts'

const ready: SignFacts = {
  contractState: 'signing',
  partyState: 'toSign',
  now: 1_000,
  signExpireTime: 1_000,
  inPartySpace: true,
  partySpaceName: '墨契科技有限公司',
  authenticated: true,
  seal: 'direct',
  damaged: false,
  paused: false,
  frozen: null,
  contractFrozen: null,
  flagged: false,
}

test('nothing stands against a party whose turn it is, up to the very deadline', () => {
  expect(signBeforeCheck(ready)).toBeNull()
  expect(signBeforeCheck({ ...ready, partyState: 'approvalFailed' })).toBeNull()
  expect(signBeforeCheck({ ...ready, seal: 'needApproval' })).toBeNull()
})

test.each([
  [{ contractState: 'recall' }, '合同已被撤回'],
  [{ contractState: 'reject' }, '合同已被拒签'],
  [{ contractState: 'expired' }, '合同已过期'],
  [{ contractState: 'finish' }, '合同已签署完成'],
  [{ contractState: 'voided' }, '合同状态已变更，请刷新后重试'],
  [{ now: 1_001 }, '合同已过期'],
  [{ partyState: 'waiting' }, '还未轮到您签署'],
  [{ partyState: 'approving' }, '您的用印申请正在审批中'],
  [{ partyState: 'signed' }, '合同状态已变更，请刷新后重试'],
  [{ paused: true }, '发起方已暂停该合同的签署，恢复后可继续签署'],
  [
    { frozen: '涉嫌冒用' },
    '本空间已被平台冻结，暂时不能发起和签署，已有合同仍可查看和下载。原因：涉嫌冒用。如有异议请联系客服',
  ],
  [{ damaged: true }, '合同文件已损坏，暂时不能签署。平台正在恢复，请稍后再试或联系客服'],
  [{ inPartySpace: false }, '当前空间与签署方不一致，请切换到墨契科技有限公司后签署'],
  [{ authenticated: false }, '您还未完成实名认证，请先认证'],
  [{ seal: 'noSeal' }, '您没有可用的印章，请先制作'],
  [{ seal: 'frozen' }, '企业印章已全部冻结，暂时不能签署，请联系企业管理员'],
  [{ seal: 'none' }, '您没有该印章的使用权限，请提交用印审批'],
  [
    { contractFrozen: '涉嫌违法放贷' },
    '该合同已被平台冻结，暂时不能签署，仍可查看和下载。原因：涉嫌违法放贷。如有异议请联系客服',
  ],
  [{ flagged: true }, '该合同有风险提示，请先阅读并确认已知悉'],
  [{ flagged: true, seal: 'needApproval' }, '该合同有风险提示，请先阅读并确认已知悉'],
] as const)('%o is answered with %s', (facts, text) => {
  expect(signBeforeCheck({ ...ready, ...facts })).toBe(text)
})

test('of several faults the first of the guard order is named', () => {
  const guards = [
    [{ contractState: 'recall' }, '合同已被撤回'],
    [{ now: 2_000 }, '合同已过期'],
    [{ partyState: 'waiting' }, '还未轮到您签署'],
    [{ inPartySpace: false }, '当前空间与签署方不一致，请切换到墨契科技有限公司后签署'],
    [{ authenticated: false }, '您还未完成实名认证，请先认证'],
    [{ seal: 'noSeal' }, '您没有可用的印章，请先制作'],
    [{ flagged: true }, '该合同有风险提示，请先阅读并确认已知悉'],
  ] as const
  for (const [from, [, text]] of guards.entries())
    expect(signBeforeCheck(Object.assign({}, ready, ...guards.slice(from).map(([facts]) => facts)))).toBe(text)
})
