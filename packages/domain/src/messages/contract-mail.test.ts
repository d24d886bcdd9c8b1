import { expect, test } from 'vitest'
import { finishedMail } from './contract-mail.ts'

const told = { name: '林晚舟', title: '房屋租赁合同', contractNo: 'HT20260311000407', url: 'https://m.cn/t/a' }

test('word of the finished file carries a link and no file', () => {
  const mail = finishedMail(told, '墨契')
  expect(mail.subject).toBe('【墨契】《房屋租赁合同》已签署完成')
  expect(Object.keys(mail)).toEqual(['subject', 'lines', 'link'])
})
