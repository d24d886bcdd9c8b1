import { expect, test } from 'vitest'
import { tasksOf } from './tasks.ts'

const seals = { enabled: 2, auditing: 0, failed: 0, freeze: null }
const packs = { surplus: 400, endingNumber: 0, packArray: [{ total: 500, remaining: 400 }] }
const words = (findings: Parameters<typeof tasksOf>[0]) =>
  tasksOf(findings).map(({ what, number }) => `${number} ${what}`)

test('nothing waits where nothing was found, or nothing was read', () => {
  expect(words({})).toEqual([])
  expect(words({ approvals: 0, contracts: { iSign: 0 }, members: { invited: 0 }, seals, packs })).toEqual([])
})

test('what keeps others waiting comes first', () => {
  expect(
    words({
      approvals: 2,
      contracts: { iSign: 3 },
      members: { invited: 4 },
      seals: { enabled: 0, auditing: 5, failed: 1, freeze: { reason: '遗失' } },
      packs: { ...packs, surplus: 1 },
    }),
  ).toEqual([
    '2 待我审批的用印申请',
    '3 待我签署的合同',
    '1 全部企业印章已冻结',
    '1 未通过审核的印章',
    '1 份数即将用完或到期',
    '5 审核中的印章',
    '4 待加入的成员',
  ])
})

test('a company without a seal that may sign is told so', () => {
  expect(words({ seals: { ...seals, enabled: 0 } })).toEqual(['1 还没有可用的企业印章'])
})
