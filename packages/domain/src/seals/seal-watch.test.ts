import { expect, test } from 'vitest'
import { sealAlert, usualWatch, watchFault } from './seal-watch.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
const use = (text: string, inHour = 1, inDay = 1) => ({ at: at(text), inHour, inDay })
const weekdays = { ...usualWatch, days: [1, 2, 3, 4, 5], from: 9 * 60, until: 18 * 60 }

test('a use is unusual outside the days and hours, in Beijing, to the minute', () => {
  // 2026-11-23 is a Monday.
  const alerts = [
    '2026-11-23T08:59:59',
    '2026-11-23T09:00:00',
    '2026-11-23T17:59:59',
    '2026-11-23T18:00:00',
    '2026-11-27T12:00:00',
    '2026-11-28T12:00:00',
    '2026-11-29T12:00:00',
  ].map((moment) => sealAlert(weekdays, use(moment)))
  expect(alerts).toEqual(['hours', null, null, 'hours', null, 'hours', 'hours'])
})

const { perHour, perDay } = usualWatch
const noon = (inHour: number, inDay: number) => sealAlert(usualWatch, use('2026-11-23T12:00:00', inHour, inDay))

test('so many within an hour or a day are usual, and one more is not', () => {
  expect([noon(perHour, perDay), noon(perHour + 1, perHour + 1), noon(1, perDay + 1)]).toEqual([
    null,
    'hourly',
    'daily',
  ])
})

test('nothing is unusual where nobody wants to know', () => {
  expect(sealAlert({ ...weekdays, enabled: false }, use('2026-11-28T03:00:00', 999, 999))).toBeNull()
})

test('a watch needs a day, an end behind its beginning, and no more in an hour than in a day', () => {
  expect(watchFault(usualWatch)).toBeNull()
  expect(watchFault({ ...usualWatch, days: [] })).toBe('请至少选择一天')
  expect(watchFault({ ...usualWatch, from: 600, until: 600 })).toBe('结束时间须晚于开始时间')
  expect(watchFault({ ...usualWatch, perHour: 201 })).toBe('每小时次数不能多于每天次数')
})
