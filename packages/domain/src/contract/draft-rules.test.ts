import { expect, test } from 'vitest'
import { type Draft, draftFaults, extensionFaults, presetDeadline } from './draft-rules.ts'

const now = Date.parse('2026-01-20T10:00:00+08:00')
const hour = 3_600_000
const first = { signerNo: 1, signerName: '张三', phone: '13800000001', companyName: null, signOrder: 1 }
const second = { ...first, signerNo: 2, signerName: '李四', phone: '13800000002', companyName: '墨契科技有限公司' }
const area = { fileId: 'f', page: 1, x: 10, y: 10, width: 42, height: 42, positionType: 'companySeal', signerNo: 1 }
const a4 = { width: 210, height: 297 }
const mebibyte = 1024 * 1024
const file = { fileId: 'f', fileSize: 1, pageArray: [a4, a4] }
const draft: Draft = {
  taskType: 'normal',
  taskName: '采购合同',
  taskNo: 'HT20260120000001',
  remark: '',
  signExpireTime: now + 24 * hour,
  fileArray: [file],
  signerArray: [first, second],
  ccArray: [{ name: '王五', phone: '13800000003' }],
  positionArray: [area, { ...area, page: 2, signerNo: 2 }],
}

const faults = (facts: Partial<Draft>) =>
  draftFaults({ ...draft, ...facts }, now).map(({ field, message }) => `${field} ${message}`)

test('a complete draft has no fault', () => {
  expect(draftFaults(draft, now)).toEqual([])
})

test.each([
  [
    { fileArray: [], positionArray: [], signerArray: [], ccArray: [] },
    ['fileArray 请至少上传一个文件', 'signerArray 请至少添加一个签署方'],
  ],
  [
    { fileArray: [{ fileId: 'f', fileSize: 1, pageArray: Array.from({ length: 501 }, () => a4) }] },
    ['fileArray 文件总页数不能超过500页'],
  ],
  [
    {
      fileArray: [
        { ...file, fileSize: 99 * mebibyte },
        { ...file, fileId: 'g', fileSize: mebibyte },
      ],
    },
    [],
  ],
  [
    {
      fileArray: [
        { ...file, fileSize: 99 * mebibyte },
        { ...file, fileId: 'g', fileSize: mebibyte + 1 },
      ],
    },
    ['fileArray 文件合计不能超过100MB'],
  ],
  [{ taskName: ' ' }, ['taskName 请填写合同主题']],
  [{ signExpireTime: null }, ['signExpireTime 请选择签署截止时间']],
  [{ signExpireTime: now }, ['signExpireTime 签署截止时间需晚于当前时间']],
  [{ signExpireTime: now + hour - 1 }, ['signExpireTime 签署截止时间需至少晚于当前时间1小时']],
  [{ signExpireTime: now + hour }, []],
  [{ signExpireTime: Date.parse('2027-01-20T23:59:59+08:00') }, []],
  [{ signExpireTime: Date.parse('2027-01-21T00:00:00+08:00') }, ['signExpireTime 签署截止时间不能超过365天']],
  [{ taskType: 'relieve', signExpireTime: now + 100 * 24 * hour }, ['signExpireTime 签署截止时间不能超过90天']],
  [{ signerArray: [first, { ...second, phone: '1' }] }, ['signerArray.1.phone 手机号格式不正确']],
  [{ signerArray: [first, { ...second, companyName: '' }] }, ['signerArray.1.companyName 企业名称需与营业执照一致']],
  [{ signerArray: [first, { ...first, signerNo: 2, phone: '+86 13800000001' }] }, ['signerArray.1 签署方重复']],
  [{ signerArray: [first, { ...first, signerNo: 2, signOrder: 2 }] }, []],
  [{ signerArray: [first, { ...first, signerNo: 2, companyName: '墨契科技有限公司' }] }, []],
  [{ ccArray: [{ name: '张三', phone: '138 0000 0001' }] }, ['ccArray.0 抄送人不能与签署方重复']],
  [{ ccArray: [{ name: '', phone: '13800000003' }] }, ['ccArray.0.name 请输入真实姓名']],
  [{ ccArray: [...draft.ccArray, ...draft.ccArray] }, ['ccArray.1 抄送人重复']],
  [{ positionArray: [area] }, ['positionArray 墨契科技有限公司还没有签署位置']],
  [
    {
      positionArray: [
        { ...area, signerNo: 2 },
        { ...area, positionType: 'date' },
      ],
    },
    ['positionArray 张三还没有签署位置'],
  ],
  [{ positionArray: [...draft.positionArray, { ...area, x: 168.02 }] }, ['positionArray.2 签署位置超出页面范围']],
  [{ positionArray: [...draft.positionArray, { ...area, x: 168, y: 255 }] }, []],
  [{ positionArray: [...draft.positionArray, { ...area, y: -1 }] }, ['positionArray.2 签署位置超出页面范围']],
  [{ positionArray: [...draft.positionArray, { ...area, page: 3 }] }, ['positionArray.2 签署位置超出页面范围']],
  [{ positionArray: [...draft.positionArray, { ...area, signerNo: 9 }] }, ['positionArray.2 签署位置没有对应的签署方']],
  [
    { positionArray: [...draft.positionArray, ...Array.from({ length: 299 }, () => area)] },
    ['positionArray 签署位置不能超过300个'],
  ],
] as [Partial<Draft>, string[]][])('%o has the faults %j', (facts, expected) => {
  expect(faults(facts)).toEqual(expected)
})

test('51 signers or copy recipients are too many', () => {
  const phones = Array.from({ length: 51 }, (_none, index) => String(13_900_000_000 + index))
  const signerArray = phones.map((phone, index) => ({ ...first, phone, signerNo: index + 1 }))
  const positionArray = signerArray.map(({ signerNo }) => ({ ...area, signerNo }))
  expect(faults({ signerArray, positionArray, ccArray: [] })).toEqual(['signerArray 签署方不能超过50个'])
  expect(faults({ ccArray: phones.map((phone) => ({ name: '王五', phone })) })).toEqual(['ccArray 抄送人不能超过50个'])
})

test('a new draft ends 30 days on, a relieve agreement 7 days on, at the end of the day', () => {
  expect(presetDeadline('normal', now)).toBe(Date.parse('2026-02-19T23:59:59+08:00'))
  expect(presetDeadline('relieve', now)).toBe(Date.parse('2026-01-27T23:59:59+08:00'))
})

test('a deadline is put off to any time after now, 365 days from the sending at most', () => {
  const sentAt = now - 300 * 24 * hour
  const faultsAt = (time: number) => extensionFaults('normal', time, { now, sentAt }).map(({ message }) => message)
  expect(faultsAt(now)).toEqual(['签署截止时间需晚于当前时间'])
  expect(faultsAt(now + 1)).toEqual([])
  expect(faultsAt(now + 65 * 24 * hour)).toEqual([])
  expect(faultsAt(now + 66 * 24 * hour)).toEqual(['签署截止时间不能超过发起后365天'])
})
