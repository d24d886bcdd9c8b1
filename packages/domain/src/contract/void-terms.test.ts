import { expect, test } from 'vitest'
import { termFaults, type VoidTerms } from './void-terms.ts'

const terms: VoidTerms = { reason: 'ended', remark: '', feeSettlement: '', retainedTerms: '', otherTerms: '' }
const faults = (more: Partial<VoidTerms>) =>
  termFaults({ ...terms, ...more }).map(({ field, message }) => `${field} ${message}`)

test.each<[Partial<VoidTerms>, string[]]>([
  [{}, []],
  [{ remark: '字'.repeat(200), feeSettlement: '字'.repeat(500) }, []],
  [{ remark: '字'.repeat(201) }, ['remark 说明不能超过200个字']],
  [{ otherTerms: '字'.repeat(501) }, ['otherTerms 其他约定不能超过500个字']],
  [{ retainedTerms: '保密😀' }, ['retainedTerms 保留条款不能包含表情符号']],
  [{ reason: 'other', remark: ' ' }, ['remark 请说明作废原因']],
  [{ reason: 'other', remark: '改签' }, []],
])('terms %# have the faults they have', (more, expected) => {
  expect(faults(more)).toEqual(expected)
})
