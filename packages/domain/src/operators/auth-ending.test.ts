import { expect, test } from 'vitest'
import { keysOf } from '../keys-of.ts'
import { authEndText, causesOf, checkEndCause, checkReference, endCauses, isCompromised } from './auth-ending.ts'

test('a cause is one of a company, of a person, or of both, and each is one of somebody', () => {
  for (const cause of keysOf(endCauses)) {
    const kinds = (['company', 'person'] as const).filter((kind) => checkEndCause(kind, cause).ok)
    expect(kinds).toEqual(
      (['company', 'person'] as const).filter((kind) => causesOf[kind].some((one) => one === cause)),
    )
    expect(kinds).not.toEqual([])
  }
  expect(checkEndCause('company', 'died')).toEqual({ ok: false, message: '请选择终止原因' })
  expect(checkEndCause('person', 'dissolved').ok).toBe(false)
})

test('keys may be in other hands where somebody has taken an identity over, and then alone', () => {
  expect(keysOf(endCauses).filter(isCompromised)).toEqual(['takenOver', 'misused'])
})

test('the number of a deed is one line of 2 to 60 characters', () => {
  expect(checkReference(' （2026）浙01执123号 ')).toEqual({ ok: true, value: '（2026）浙01执123号' })
  expect(checkReference('登记〔2026〕\n12号')).toEqual({ ok: true, value: '登记〔2026〕 12号' })
  expect(checkReference('  ')).toEqual({ ok: false, message: '请填写文书编号' })
  for (const wrong of ['1', '号'.repeat(61), '12\u0000号']) expect(checkReference(wrong).ok).toBe(false)
})

test('an ending is read with its cause, reason and deed', () => {
  expect(authEndText({ cause: 'dissolved', reason: '登记机关已核准注销', reference: '（2026）第12号' })).toBe(
    '平台终止认证（企业已注销）：登记机关已核准注销。文书编号：（2026）第12号',
  )
})
