import { expect, test } from 'vitest'
import { longestBlanks } from '../testing/longest-blanks.ts'
import { smsLeavesAt } from './quiet-hours.ts'
import {
  boundedValues,
  cutText,
  smsLength,
  type SmsBlanks,
  smsMessage,
  type SmsScene,
  smsTemplates,
} from './sms-text.ts'

const smsText = <S extends SmsScene>(scene: S, blanks: SmsBlanks<S>, brand: string) =>
  smsMessage(scene, blanks, brand).text
const scenes = Object.keys(smsTemplates) as SmsScene[]
const url = 'https://sign.example.cn/s/Ab'
const worst = { ...longestBlanks, date: '12月31日', url }

test.each(scenes)('%s takes at most two parts with the longest brand, names and a link of 28', (scene) => {
  expect(url).toHaveLength(28)
  const text = smsText(scene, worst, '墨契电子合同平台')
  expect(text.length).toBeLessThanOrEqual(smsLength)
  expect(text).toMatch(/^【墨契电子合同平台】/)
  expect(text).not.toMatch(/[{}]/)
})

test.each(scenes)('%s never cuts a code, date, number, sum or link', (scene) => {
  const text = smsText(scene, worst, '墨契')
  const kept = ['code', 'date', 'n', 'amt', 'url'] as const
  const asked = kept.filter((blank) => smsTemplates[scene].includes(`{${blank}}`))
  expect(asked.filter((blank) => !text.includes(String(worst[blank])))).toEqual([])
})

test.each(scenes)('%s keeps the shape of its template word by word', (scene) => {
  const pattern = smsTemplates[scene].replace(/\{\w+\}/g, '.+').replace(/[?]/g, '\\?')
  expect(smsText(scene, worst, '墨契')).toMatch(new RegExp(`^${pattern}$`))
})

test('what fits stands in full', () => {
  expect(smsText('toSign', { who: '张三', title: '采购合同', date: '1月20日', url: 'https://m.cn/s/a' }, '墨契')).toBe(
    '【墨契】张三邀请您签署《采购合同》，请于1月20日前完成：https://m.cn/s/a',
  )
  expect(smsText('loginCode', { code: '012345' }, '墨契')).toBe(
    '【墨契】验证码012345，用于登录，5分钟内有效。请勿告知他人，工作人员不会索取。',
  )
})

test('a title stands in full as long as a carrier takes it, then it is cut', () => {
  const title = '关于二〇二六年度办公设备采购的合同'
  expect(smsText('recalled', { title }, '墨契')).toBe(`【墨契】《${title}》已被发起方撤回，签署终止，您无需处理。`)
  expect(smsText('recalled', { title: '合'.repeat(36) }, '墨契')).toContain(`《${'合'.repeat(34)}…》`)
  expect([cutText('一二三', 3), cutText('一二𠮷四', 3)]).toEqual(['一二三', '一二𠮷…'])
})

test('what a carrier fills in are the blanks of its template, in their order, without the signature', () => {
  const message = smsMessage('invited', { url: 'https://m.cn/s/a', company: '云启', admin: '李静' }, '墨契')
  expect(message.template).toBe('invited')
  expect(Object.entries(message.values)).toEqual([
    ['admin', '李静'],
    ['company', '云启'],
    ['url', 'https://m.cn/s/a'],
  ])
})

test.each(scenes)('%s fills no blank with more than a carrier takes', (scene) => {
  const values = boundedValues(smsMessage(scene, worst, '墨契'), { longest: 20 })
  expect(Object.entries(values).filter(([blank, value]) => blank !== 'url' && value.length > 20)).toEqual([])
})

test('with a link of 35 the name of the company and the title are whole', () => {
  const link = `https://qianyue.cn/t/${'x'.repeat(14)}`
  const blanks = { who: '杭州云启科技有限公司', title: '仓储服务合同', date: '11-27 18:00', url: link }
  expect(smsText('urge', blanks, '墨契')).toBe(
    `【墨契】杭州云启科技有限公司提醒您签署《仓储服务合同》，截止11-27 18:00：${link}`,
  )
})

test('a link that is too long stays whole all the same', () => {
  const longLink = `https://m.cn/${'a'.repeat(80)}`
  expect(smsText('finished', { title: '采购合同', url: longLink }, '墨契')).toContain(longLink)
})

test('foreign text cannot forge a signature or break the line', () => {
  const text = smsText('recalled', { title: '【银行】转账\n合同' }, '墨契')
  expect(text.match(/【/g)).toHaveLength(1)
  expect(text).not.toContain('\n')
})

const shanghai = (time: string) => Date.parse(`2026-01-20T${time}+08:00`)

test.each([
  ['toSign', '07:59:59', Date.parse('2026-01-20T08:00:00+08:00')],
  ['toSign', '08:00:00', shanghai('08:00:00')],
  ['toSign', '21:59:59', shanghai('21:59:59')],
  ['toSign', '22:00:00', Date.parse('2026-01-21T08:00:00+08:00')],
  ['loginCode', '03:00:00', shanghai('03:00:00')],
  ['alreadyRegistered', '03:00:00', shanghai('03:00:00')],
] as const)('%s due at %s leaves when it may', (scene, time, leaves) => {
  expect(smsLeavesAt(scene, shanghai(time))).toBe(leaves)
})
