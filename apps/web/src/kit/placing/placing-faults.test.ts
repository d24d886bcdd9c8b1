import type { Position } from '@moqi/api/shapes'
import { expect, test } from 'vitest'
import { newArea } from './area-kinds.ts'
import { newDraft, nothingAsked, type LaunchDraft } from '../draft/draft.ts'
import { placingFault } from './placing-faults.ts'

const a4 = { width: 210, height: 297 }
const file = (fileId: string) => {
  const rest = { fileName: `${fileId}.pdf`, pageCount: 1, fileSize: 1, sha256: '', fileUrl: '', pageArray: [a4] }
  return { fileId, ...rest }
}
const self = { kind: 'company' as const, signerName: '林晚舟', phone: '13805716208', companyName: '拾光科技' }
const draft: LaunchDraft = {
  ...newDraft(self, 0),
  files: [file('f1'), file('f2')],
  parties: [
    { ...self, ...nothingAsked, signerNo: 1, own: true },
    {
      ...nothingAsked,
      signerNo: 2,
      kind: 'person',
      own: false,
      signerName: '许望舒',
      phone: '13916882047',
      companyName: '',
    },
  ],
}
const on = (fileId: string) => ({ fileId, page: 1, x: 10, y: 10, width: 20, height: 20 })
const seal = newArea('companySeal', 1, on('f1'))
const signature = newArea('personSign', 2, on('f1'))
const date = (fileId: string): Position => newArea('date', 2, on(fileId))

test('nothing is missing when everybody has a place to sign', () => {
  expect(placingFault(draft, [seal, signature])).toBeNull()
})

test('names the first party without a place', () => {
  expect(placingFault(draft, [seal])).toEqual({ message: '许望舒还没有签署位置', signerNo: 2, area: null })
  expect(placingFault(draft, [])).toEqual({ message: '拾光科技还没有签署位置', signerNo: 1, area: null })
})

test('a date is no place to sign, and needs one in its own file', () => {
  expect(placingFault(draft, [seal, date('f1')])?.message).toBe('许望舒还没有签署位置')
  expect(placingFault(draft, [seal, signature, date('f1')])).toBeNull()
  const lone = date('f2')
  expect(placingFault(draft, [seal, signature, lone])).toEqual({
    message: '《f2.pdf》第1页：许望舒在有签署日期的文件中还需要一处印章或签名',
    signerNo: 2,
    area: lone,
  })
})

test('an area beyond its page is refused as the domain says', () => {
  const beyond = { ...signature, x: 200 }
  expect(placingFault(draft, [seal, beyond])).toEqual({
    message: '《f1.pdf》第1页：签署位置超出页面范围',
    signerNo: 2,
    area: beyond,
  })
  const alone = { ...draft, files: [file('f1')] }
  expect(placingFault(alone, [seal, beyond])?.message).toBe('第1页：签署位置超出页面范围')
})
