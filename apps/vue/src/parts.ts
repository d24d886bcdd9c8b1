import { h, type VNode } from 'vue'
import type { Statistics } from './ask-statistics.ts'
import { inThrees, percent, timeWords } from './words.ts'

type Bar = { name: string; count: number; note: string }

/** Bars as long as their counts, at most ten; the words say the same. */
function bars(title: string, note: string, rows: readonly Bar[], nobody: string): VNode {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return h('section', { class: 'board-card' }, [
    h('header', [h('h2', title), h('p', { class: 'board-note' }, note)]),
    rows.length === 0
      ? h('p', { class: 'board-empty' }, nobody)
      : h(
          'ul',
          { class: 'board-bars' },
          rows.map(({ name, count, note: more }) =>
            h('li', [
              h('span', { class: 'board-name' }, name),
              h('span', [h('b', inThrees(count)), '份', h('small', more)]),
              h('i', { 'aria-hidden': 'true' }, [h('i', { style: { width: `${(count / most) * 100}%` } })]),
            ]),
          ),
        ),
  ])
}

const pace = (averageTime: number | null) => {
  const { value, unit } = timeWords(averageTime)
  return averageTime === null ? '' : `${value}${unit}`
}

/** Which departments have sent the most, and how long theirs took. */
export const departments = ({ departmentArray }: Statistics): VNode =>
  bars(
    '各部门',
    '发起，平均用时',
    departmentArray
      .slice(0, 10)
      .map((one) => ({ name: one.departmentName ?? '未分部门', count: one.sentNumber, note: pace(one.averageTime) })),
    '这段时间没有发起合同',
  )

/** Which people have sent the most. */
export const people = ({ memberArray }: Statistics): VNode =>
  bars(
    '各成员',
    '发起，平均用时',
    memberArray.slice(0, 10).map(({ memberName, sentNumber, averageTime }) => ({
      name: memberName,
      count: sentNumber,
      note: pace(averageTime),
    })),
    '这段时间没有发起合同',
  )

/** What part was lost on the way, in words; empty where nothing was. */
function lost(now: number, before: number, words: string): string {
  const part = percent(before - now, before)
  return part === null || part <= 0 ? '' : `${part}%${words}`
}

/** How far the contracts came, each step with what was lost before it. */
export function funnel({ total, openedNumber, countersignedNumber }: Statistics): VNode {
  const { value, unit } = timeWords(total.averageTime)
  const steps: Bar[] = [
    { name: '发起', count: total.sentNumber, note: '' },
    { name: '对方打开', count: openedNumber, note: lost(openedNumber, total.sentNumber, '没有打开') },
    { name: '对方签署', count: countersignedNumber, note: lost(countersignedNumber, openedNumber, '打开后没有签') },
    {
      name: '签署完成',
      count: total.finishedNumber,
      note: total.averageTime === null ? '' : `平均${value}${unit}`,
    },
  ]
  return bars('从发起到完成', '', steps, '')
}

const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日']
const hours = { from: 6, to: 22 }

/** When people sign: a row a weekday, a square an hour, the darker the more. */
export function whenSigned({ hourArray }: Statistics): VNode {
  const at = new Map(hourArray.map(({ weekday, hour, signedNumber }) => [`${weekday} ${hour}`, signedNumber]))
  const most = hourArray.reduce(
    (best, one) => (one.signedNumber > (best?.signedNumber ?? 0) ? one : best),
    hourArray[0],
  )
  const range = Array.from({ length: hours.to - hours.from }, (_, index) => hours.from + index)
  const note = most ? `${weekdays[most.weekday - 1]}${most.hour}点最多，${inThrees(most.signedNumber)}份` : '还没有签署'
  return h('section', { class: 'board-card' }, [
    h('header', [h('h2', '什么时候签'), h('p', { class: 'board-note' }, note)]),
    h('div', { class: 'board-heat', 'aria-hidden': 'true' }, [
      ...weekdays.flatMap((name, day) => [
        h('span', name),
        ...range.map((hour) => {
          const count = at.get(`${day + 1} ${hour}`) ?? 0
          const part = most ? count / most.signedNumber : 0
          return h('i', { title: `${name}${hour}点 ${count}份`, style: { '--part': `${Math.round(part * 100)}%` } })
        }),
      ]),
      h('span'),
      ...range.map((hour) => h('span', hour % 3 === 0 ? String(hour) : '')),
    ]),
  ])
}
