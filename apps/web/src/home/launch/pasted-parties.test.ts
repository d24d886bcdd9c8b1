import { expect, test } from 'vitest'
import { pastedParties } from './pasted-parties.ts'

test('each line is a party, for a company when it names one', () => {
  const text = '姓名\t手机号\t企业名称\n王小明\t138 0000 0001\t\n陈晨\t13800000004\t上海嘉禾物业管理有限公司(集团)\r\n'
  expect(pastedParties(text, [])).toEqual({
    parties: [
      { signerName: '王小明', phone: '13800000001', companyName: '' },
      { signerName: '陈晨', phone: '13800000004', companyName: '上海嘉禾物业管理有限公司（集团）' },
    ],
    faults: [],
  })
})

test('a faulty line is named with its number and what is wrong, and costs no other line', () => {
  const { parties, faults } = pastedParties(
    '王小明\t1380000\n\n陈晨\t13800000004\n\t13800000005\n李静\t13800000002\ta\tb',
    [],
  )
  expect(parties.map(({ signerName }) => signerName)).toEqual(['陈晨'])
  expect(faults.map(({ line, text, message }) => [line, text, message])).toEqual([
    [1, '王小明 1380000', expect.stringContaining('手机号')],
    [4, '13800000005', '请输入真实姓名'],
    [5, '李静 13800000002 a b', '多于3列，应为：姓名、手机号、企业名称'],
  ])
})

test('who is there already, or stands twice, is not added again', () => {
  const known = [{ signerName: '陈晨', phone: '13800000004', companyName: '' }]
  const { parties, faults } = pastedParties('陈晨,13800000004\n王小明，13800000001\n王小明  13800000001', known)
  expect(parties).toHaveLength(1)
  expect(faults.map(({ line, message }) => [line, message])).toEqual([
    [1, '与其他签署方重复'],
    [3, '与其他签署方重复'],
  ])
})
