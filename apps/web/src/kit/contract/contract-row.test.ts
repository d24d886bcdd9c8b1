import { dayMs } from '@moqi/domain/time/civil-date'
import type { WireRowStatus } from '@moqi/api/wire/contract'
import { describe, expect, it } from 'vitest'
import { statusLook } from './contract-row.ts'
import { inOneLine, partyLines } from './party-text.ts'
import { timeLeft } from './time-left.ts'

describe('a row status', () => {
  it('wears the label of the specification', () => {
    expect(statusLook('iSign')).toEqual({ label: '待我签署', tone: 'seal' })
    expect(statusLook('cancel')).toEqual({ label: '已作废', tone: 'void' })
  })
})

describe('parties', () => {
  it.each([
    ['林晚舟', '林晚舟', ''],
    ['拾光智造、听竹软件、林晚舟', '拾光智造', '等3方'],
    ['林晚舟/拾光智造', '林晚舟', '拾光智造'],
    ['林晚舟/拾光智造、听竹', '林晚舟/拾光智造', '等2方'],
    ['', '—', ''],
  ])('%j read %j and %j', (text, first, rest) => {
    expect(partyLines(text)).toEqual({ first, rest })
  })
})

it('a person and the company stand in one line', () => {
  expect(inOneLine('林晚舟/拾光智造、听竹')).toBe('林晚舟　拾光智造、听竹')
})

const left = (status: WireRowStatus, signExpireTime: number | null) => timeLeft({ status, signExpireTime }, 0)

describe('the time left', () => {
  it('counts whole days of an open contract', () => {
    expect(left('iSign', 3.5 * dayMs)).toBe('剩3天')
    expect(left('otherSign', dayMs - 1)).toBe('24小时内截止')
    expect(left('signingApprovalFailed', 0)).toBe('已截止')
  })

  it('is nothing for a contract at rest or without a deadline', () => {
    expect(left('finish', 3 * dayMs)).toBe('')
    expect(left('iSign', null)).toBe('')
  })
})
