import { expect, test } from 'vitest'
import { type Draft, draftFaults, extensionFaults, presetDeadline } from './draft-rules.ts'

const now = Date.parse('2026-01-20T10:00:00+08:00')
const hour = 3_600_000
const first = { partyNo: 1, name: '张三', phone: '13800000001', companyName: null, signOrder: 1 }
const second = { ...first, partyNo: 2, name: '李四', phone: '13800000002', companyName: '墨契科技有限公司' }
const area = { fileId: 'f', page: 1, x: 10, y: 10, width: 42, height: 42, control: 'companySeal', partyNo: 1 } as const
const a4 = { width: 210, height: 297 }
const mebibyte = 1024 * 1024
const file = { fileId: 'f', fileSize: 1, pages: [a4, a4] }
const draft: Draft = {
  kind: 'normal',
  subject: '采购合同',
  contractNo: 'HT20260120000001',
  remark: '',
  signExpireTime: now + 24 * hour,
  contractEndTime: null,
  files: [file],
  parties: [first, second],
  cc: [{ name: '王五', phone: '13800000003' }],
  areas: [area, { ...area, page: 2, partyNo: 2 }],
}

const faults = (facts: Partial<Draft>) =>
  draftFaults({ ...draft, ...facts }, now).map(({ field, message }) => `${field} ${message}`)

test('a complete draft has no fault', () => {
  expect(draftFaults(draft, now)).toEqual([])
})

test.each([
  [{ files: [], areas: [], parties: [], cc: [] }, ['files 请至少上传一个文件', 'parties 请至少添加一个签署方']],
  [
    { files: [{ fileId: 'f', fileSize: 1, pages: Array.from({ length: 501 }, () => a4) }] },
    ['files 文件总页数不能超过500页'],
  ],
  [
    {
      files: [
        { ...file, fileSize: 99 * mebibyte },
        { ...file, fileId: 'g', fileSize: mebibyte },
      ],
    },
    [],
  ],
  [
    {
      files: [
        { ...file, fileSize: 99 * mebibyte },
        { ...file, fileId: 'g', fileSize: mebibyte + 1 },
      ],
    },
    ['files 文件合计不能超过100MB'],
  ],
  [{ subject: ' ' }, ['subject 请填写合同主题']],
  [{ signExpireTime: null }, ['signExpireTime 请选择签署截止时间']],
  [{ signExpireTime: now }, ['signExpireTime 签署截止时间需晚于当前时间']],
  [{ signExpireTime: now + hour - 1 }, ['signExpireTime 签署截止时间需至少晚于当前时间1小时']],
  [{ signExpireTime: now + hour }, []],
  [{ contractEndTime: now }, ['contractEndTime 合同到期日需晚于当前时间']],
  [{ contractEndTime: now + 1 }, []],
  [{ signExpireTime: Date.parse('2027-01-20T23:59:59+08:00') }, []],
  [{ signExpireTime: Date.parse('2027-01-21T00:00:00+08:00') }, ['signExpireTime 签署截止时间不能超过365天']],
  [{ kind: 'void', signExpireTime: now + 100 * 24 * hour }, ['signExpireTime 签署截止时间不能超过90天']],
  [{ parties: [first, { ...second, phone: '1' }] }, ['parties.1.phone 手机号格式不正确']],
  [{ parties: [first, { ...second, companyName: '' }] }, ['parties.1.companyName 企业名称需与营业执照一致']],
  [{ parties: [first, { ...first, partyNo: 2, phone: '+86 13800000001' }] }, ['parties.1 签署方重复']],
  [{ parties: [first, { ...first, partyNo: 2, signOrder: 2 }] }, []],
  [{ parties: [first, { ...first, partyNo: 2, companyName: '墨契科技有限公司' }] }, []],
  [{ cc: [{ name: '张三', phone: '138 0000 0001' }] }, ['cc.0 抄送人不能与签署方重复']],
  [{ cc: [{ name: '', phone: '13800000003' }] }, ['cc.0.name 请输入真实姓名']],
  [{ cc: [...draft.cc, ...draft.cc] }, ['cc.1 抄送人重复']],
  [{ areas: [area] }, ['areas 墨契科技有限公司还没有签署位置']],
  [
    {
      areas: [
        { ...area, partyNo: 2 },
        { ...area, control: 'date' },
      ],
    },
    ['areas 张三还没有签署位置'],
  ],
  [{ areas: [...draft.areas, { ...area, x: 168.02 }] }, ['areas.2 签署位置超出页面范围']],
  [{ areas: [...draft.areas, { ...area, x: 168, y: 255 }] }, []],
  [{ areas: [...draft.areas, { ...area, y: -1 }] }, ['areas.2 签署位置超出页面范围']],
  [{ areas: [...draft.areas, { ...area, page: 3 }] }, ['areas.2 签署位置超出页面范围']],
  [{ areas: [...draft.areas, { ...area, partyNo: 9 }] }, ['areas.2 签署位置没有对应的签署方']],
  [{ areas: [...draft.areas, ...Array.from({ length: 299 }, () => area)] }, ['areas 签署位置不能超过300个']],
] as [Partial<Draft>, string[]][])('%o has the faults %j', (facts, expected) => {
  expect(faults(facts)).toEqual(expected)
})

test('51 parties or copy recipients are too many', () => {
  const phones = Array.from({ length: 51 }, (_none, index) => String(13_900_000_000 + index))
  const parties = phones.map((phone, index) => ({ ...first, phone, partyNo: index + 1 }))
  const areas = parties.map(({ partyNo }) => ({ ...area, partyNo }))
  expect(faults({ parties, areas, cc: [] })).toEqual(['parties 签署方不能超过50个'])
  expect(faults({ cc: phones.map((phone) => ({ name: '王五', phone })) })).toEqual(['cc 抄送人不能超过50个'])
})

test('a new draft ends 30 days on, a void agreement 7 days on, at the end of the day', () => {
  expect(presetDeadline('normal', now)).toBe(Date.parse('2026-02-19T23:59:59+08:00'))
  expect(presetDeadline('void', now)).toBe(Date.parse('2026-01-27T23:59:59+08:00'))
})

test('a deadline is put off to any time after now, 365 days from the sending at most', () => {
  const sentAt = now - 300 * 24 * hour
  const faultsAt = (time: number) => extensionFaults('normal', time, { now, sentAt }).map(({ message }) => message)
  expect(faultsAt(now)).toEqual(['签署截止时间需晚于当前时间'])
  expect(faultsAt(now + 1)).toEqual([])
  expect(faultsAt(now + 65 * 24 * hour)).toEqual([])
  expect(faultsAt(now + 66 * 24 * hour)).toEqual(['签署截止时间不能超过发起后365天'])
})
