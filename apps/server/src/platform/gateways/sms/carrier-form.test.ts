import { longestBlanks } from '@moqi/domain/testing/longest-blanks'
import { smsMessage, smsTemplates, type SmsScene } from '@moqi/domain/messages/sms-text'
import { expect, test } from 'vitest'
import { type Carrier, carrierForms, carrierTemplate, carrierValues, linkTarget } from './carrier-form.ts'

const site = 'https://sign.example.cn'
const carriers = Object.keys(carrierForms) as Carrier[]
const scenes = Object.keys(smsTemplates) as SmsScene[]
const invitation = {
  who: '中国（浙江）自由贸易试验区杭州云启科技股份有限公司',
  title: '二〇二六年度办公设备采购及售后服务框架协议之补充协议（第三版）',
  date: '12-31 18:00',
  url: `${site}/t/8fKq2LmZp4x`,
}

test('a stranger recognises who asks for what, at each carrier as far as it lets us', () => {
  const message = smsMessage('toSign', invitation, '墨契')
  expect(carrierValues(message, 'aliyun', site)).toEqual({
    who: invitation.who,
    title: invitation.title,
    date: '12-31 18:00',
    link: 't8fKq2LmZp4x',
  })
  expect(carrierValues(message, 'tencent', site)).toEqual({
    who: '中国（浙江）自由贸易试验区杭州云启科技',
    title: '二〇二六年度办公设备采购及售后服务框架…',
    date: '12-31 18:00',
    link: 't8fKq2LmZp4x',
  })
})

test('a company that is too long loses its legal form before its name', () => {
  const message = smsMessage('toSign', { ...invitation, who: '杭州云启信息科技集团控股股份有限公司北京分公司' }, '墨契')
  expect(carrierValues(message, 'tencent', site)['who']).toBe('杭州云启信息科技集团控股股份有限公司北…')
  const bare = smsMessage('toSign', { ...invitation, who: '杭州西湖云启信息科技集团控股股份有限公司' }, '墨契')
  expect(carrierValues(bare, 'tencent', site)['who']).toBe('杭州西湖云启信息科技集团控股股份有限公司')
  const formless = smsMessage('toSign', { ...invitation, who: '杭州西湖云启信息科技集团投资控股股份有限公司' }, '墨契')
  expect(carrierValues(formless, 'tencent', site)['who']).toBe('杭州西湖云启信息科技集团投资控股')
})

test.each(carriers.flatMap((carrier) => scenes.map((scene) => [carrier, scene] as const)))(
  '%s takes every blank of %s, and its template names them all',
  (carrier, scene) => {
    const { date, url } = invitation
    const values = carrierValues(smsMessage(scene, { ...longestBlanks, date, url }, '墨契'), carrier, site)
    const { longest, blank } = carrierForms[carrier]
    expect(Object.values(values).filter((value) => [...value].length > longest)).toEqual([])
    const template = carrierTemplate(scene, carrier, site)
    const absent = Object.keys(values).filter((name, index) => !template.includes(blank(name, index + 1)))
    expect(absent).toEqual([])
    expect(template).not.toContain('【')
  },
)

test('the link of a registered template leads where the message meant', () => {
  expect(carrierTemplate('toSign', 'aliyun', site)).toBe(
    '${who}邀请您签署《${title}》，请于${date}前完成：https://sign.example.cn/l/${link}',
  )
  expect(carrierTemplate('cc', 'tencent', site)).toBe('{1}向您抄送了《{2}》，请查看：https://sign.example.cn/l/{3}')
  expect(linkTarget('t8fKq2LmZp4x')).toBe('/t/8fKq2LmZp4x')
  expect(linkTarget('sAbcdefghijk')).toBe('/s/Abcdefghijk')
  expect(linkTarget('j')).toBe('/home/user-space/company-join-list')
  expect([linkTarget('x1'), linkTarget('t//evil'), linkTarget('')]).toEqual([null, null, null])
})
