import { expect, test } from 'vitest'
import { finishedMail, inviteMail, rejectedMail } from './contract-mail.ts'

const told = { name: '林晚舟', title: '房屋租赁合同', taskNo: 'HT20260311000407', url: 'https://m.cn/t/a' }

test('the invitation names who asks, what for and by when, as domain 8 has it', () => {
  const deadline = Date.parse('2026-03-18T23:59:00+08:00')
  const mail = inviteMail({ ...told, initiator: '何见山', company: '杭州望潮置业有限公司', deadline }, '墨契')
  expect(mail.subject).toBe('【墨契】何见山邀请您签署《房屋租赁合同》')
  expect(mail.lines).toEqual([
    '您好，林晚舟：',
    '何见山（杭州望潮置业有限公司）邀请您签署《房屋租赁合同》（编号HT20260311000407），请于2026-03-18 23:59前完成。',
    '签署前请核对对方身份与合同内容。',
  ])
  expect(mail.link).toEqual({ text: '查看并签署', url: 'https://m.cn/t/a' })
  expect(inviteMail({ ...told, initiator: '何见山', company: null, deadline }, '墨契').lines[1]).toMatch(
    /^何见山邀请您/,
  )
})

test('word of the finished file carries a link and no file', () => {
  const mail = finishedMail(told, '墨契')
  expect(mail.subject).toBe('【墨契】《房屋租赁合同》已签署完成')
  expect(Object.keys(mail)).toEqual(['subject', 'lines', 'link'])
})

test('a refusal tells who and why', () => {
  const mail = rejectedMail({ ...told, signer: '陈晨', reason: '金额有误' }, '墨契')
  expect(mail.subject).toBe('【墨契】《房屋租赁合同》已被拒签')
  expect(mail.lines.join()).toContain('已被陈晨拒签')
  expect(mail.lines.join()).toContain('原因：金额有误')
})
