import { expect, test } from 'vitest'
import {
  checkBirthday,
  checkPaperBirth,
  checkPaperNumber,
  comparedNumber,
  paperNames,
  paperPictures,
  type PersonPaper,
  personPapers,
} from './person-paper.ts'

const today = { year: 2026, month: 11, day: 24 }
const said = (checked: { ok: true; value: unknown } | { ok: false; message: string }) =>
  checked.ok ? checked.value : checked.message
const wrong = '证件号格式不正确'

test.each<[PersonPaper, string, string]>([
  ['passport', ' kx9382715 ', 'KX9382715'],
  ['passport', '12345', '12345'],
  ['passport', 'A'.repeat(17), 'A'.repeat(17)],
  ['passport', 'A'.repeat(18), wrong],
  ['passport', '1234', wrong],
  ['passport', 'E1234-678', wrong],
  ['passport', 'Ｅ12345678', wrong],
  ['passport', '', '请输入证件号码'],
  ['mainlandPermit', 'h12345678', 'H12345678'],
  ['mainlandPermit', 'M1234567801', 'M1234567801'],
  ['mainlandPermit', 'H1234567801X', wrong],
  ['mainlandPermit', 'H123456780', wrong],
  ['mainlandPermit', 'A12345678', wrong],
  ['taiwanPermit', '12345678', '12345678'],
  ['taiwanPermit', '1234567890', '1234567890'],
  ['taiwanPermit', '123456789', wrong],
  ['taiwanPermit', 'T1234567', wrong],
  // Check characters by GB 11643.
  ['residencePermit', '810000199408230021', '810000199408230021'],
  ['residencePermit', '810000199408230022', wrong],
  ['residencePermit', '11010519491231002X', wrong],
  ['identityCard', '11010519491231002x', '11010519491231002X'],
  ['identityCard', '110105194912310021', '身份证号格式不正确'],
])('the number of a %s "%s" gives %s (domain 4.1)', (paper, text, outcome) => {
  expect(said(checkPaperNumber(paper, text, today))).toBe(outcome)
})

/** A generator of its own, so that a failure comes again. */
function rolls(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}

test('a number that is taken is taken again as it is, and neither case nor spaces change it', () => {
  const alphabet = '0123456789ABCHMXhm '
  const roll = rolls(20_261_124)
  let taken = 0
  for (let round = 0; round < 40_000; round++) {
    const paper = personPapers[roll(personPapers.length)] ?? 'passport'
    const start = paper === 'mainlandPermit' ? 'H' : ''
    const letters = paper === 'passport' ? alphabet : '0123456789'
    const text = start + Array.from({ length: 4 + roll(9) }, () => letters[roll(letters.length)]).join('')
    const first = checkPaperNumber(paper, text, today)
    if (!first.ok) continue
    taken++
    expect(first.value).toMatch(/^[0-9A-Z]{5,18}$/)
    expect(checkPaperNumber(paper, first.value, today)).toEqual(first)
    expect(checkPaperNumber(paper, ` ${text.toLowerCase().split('').join(' ')}`, today)).toEqual(first)
  }
  expect(taken).toBeGreaterThan(1000)
})

test('of a residence permit one changed digit is noticed', () => {
  const right = '810000199408230021'
  for (let at = 0; at < right.length; at++)
    for (let digit = 0; digit <= 9; digit++) {
      const changed = right.slice(0, at) + String(digit) + right.slice(at + 1)
      expect([changed, checkPaperNumber('residencePermit', changed, today).ok]).toEqual([changed, changed === right])
    }
})

test.each([
  ['1987-06-23', { year: 1987, month: 6, day: 23 }],
  ['2008-11-24', { year: 2008, month: 11, day: 24 }],
  ['2008-11-25', '未满18周岁，暂不支持实名认证'],
  ['2027-01-01', '请填写证件上的出生日期'],
  ['1890-01-01', '请填写证件上的出生日期'],
  ['1987-02-29', '请填写证件上的出生日期'],
  ['1987/06/23', '请填写证件上的出生日期'],
  ['', '请填写证件上的出生日期'],
])('a birthday "%s" gives %o', (text, outcome) => {
  expect(said(checkBirthday(text, today))).toEqual(outcome)
})

test('where the number says the birthday it is not asked', () => {
  const typed = { idNumber: '810000199408230021', birthday: '' }
  expect(said(checkPaperBirth('residencePermit', typed, today))).toEqual({ year: 1994, month: 8, day: 23 })
  expect(checkPaperBirth('passport', typed, today).ok).toBe(false)
})

test('equal numbers of different papers are nobody’s the same, but for those of GB 11643', () => {
  const compared = new Set(personPapers.map((paper) => comparedNumber(paper, '12345678')))
  expect(compared.size).toBe(4)
  expect(comparedNumber('identityCard', '1')).toBe(comparedNumber('residencePermit', '1'))
})

test('every paper has a name, and its pictures end with its holder', () => {
  for (const paper of personPapers) {
    expect(paperNames[paper]).not.toBe('')
    expect(paperPictures[paper].at(-1)).toBe('手持证件')
  }
})
