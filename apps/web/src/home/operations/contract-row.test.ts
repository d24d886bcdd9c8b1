import { describe, expect, it } from 'vitest'
import { splitParties, statusLook, timeLeft } from './contract-row.ts'

const day = 86_400_000

describe('a row status', () => {
  it('wears the label of the specification', () => {
    expect(statusLook('iSign')).toEqual({ label: '待我签署', tone: 'seal' })
    expect(statusLook('cancel')).toEqual({ label: '已作废', tone: 'void' })
  })

  it('that is unknown shows itself', () => {
    expect(statusLook('toString')).toEqual({ label: 'toString', tone: 'grey' })
  })
})

describe('parties', () => {
  it.each([
    ['林晚舟', '林晚舟', ''],
    ['林晚舟/拾光智造', '林晚舟', '拾光智造'],
    ['林晚舟/拾光智造、顾南风/听竹软件', '林晚舟、顾南风', '拾光智造、听竹软件'],
    ['林晚舟/拾光智造、江照野/拾光智造', '林晚舟、江照野', '拾光智造'],
    ['', '', ''],
  ])('%j are %j over %j', (text, names, companies) => {
    expect(splitParties(text)).toEqual({ names, companies })
  })
})

const left = (status: string, signExpireTime: number | null) => timeLeft({ status, signExpireTime }, 0)

describe('the time left', () => {
  it('counts whole days of an open contract', () => {
    expect(left('iSign', 3.5 * day)).toBe('剩3天')
    expect(left('otherSign', day - 1)).toBe('24小时内截止')
    expect(left('signingApprovalFailed', 0)).toBe('已截止')
  })

  it('is nothing for a contract at rest or without a deadline', () => {
    expect(left('finish', 3 * day)).toBe('')
    expect(left('iSign', null)).toBe('')
  })
})
