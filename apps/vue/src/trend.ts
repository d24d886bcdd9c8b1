import { h, type VNode } from 'vue'
import type { Statistics } from './ask-statistics.ts'
import { inThrees } from './words.ts'

type Months = Statistics['monthArray']
const size = { width: 720, height: 240, left: 44, right: 16, top: 20, bottom: 34 }
const steps = 4

/** Contracts by month as two lines, the second dashed, and as a table for whoever cannot see them. */
export function trend(months: Months): VNode {
  return h('section', { class: 'board-card board-trend' }, [
    h('header', [
      h('h2', '每月份数'),
      h('p', { class: 'board-key', 'aria-hidden': 'true' }, [h('i'), '发起', h('i', { class: 'dashed' }), '签署完成']),
    ]),
    lines(months),
    h('table', { class: 'board-unseen' }, [
      h('caption', '每月份数'),
      h('thead', [
        h(
          'tr',
          ['月份', '发起', '签署完成'].map((name) => h('th', { scope: 'col' }, name)),
        ),
      ]),
      h(
        'tbody',
        months.map(({ month, sentNumber, finishedNumber }) =>
          h('tr', [h('th', { scope: 'row' }, month), h('td', sentNumber), h('td', finishedNumber)]),
        ),
      ),
    ]),
  ])
}

function lines(months: Months): VNode {
  const most = niceMost(Math.max(1, ...months.map(({ sentNumber }) => sentNumber)))
  const x = (index: number) =>
    size.left + (index + 0.5) * ((size.width - size.left - size.right) / Math.max(1, months.length))
  const y = (count: number) => size.height - size.bottom - (count / most) * (size.height - size.top - size.bottom)
  const path = (of: 'sentNumber' | 'finishedNumber') =>
    months.map((month, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(month[of]).toFixed(1)}`).join('')
  const peak = months.reduce(
    (best, { sentNumber }, index) => (sentNumber > (months[best]?.sentNumber ?? 0) ? index : best),
    0,
  )
  const top = months[peak]?.sentNumber ?? 0
  const isSparse = months.length > 13
  return h('svg', { viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true' }, [
    ...Array.from({ length: steps + 1 }, (_, step) => (most / steps) * step).flatMap((count) => [
      h('path', { class: 'board-rule', d: `M${size.left} ${y(count)}H${size.width - size.right}` }),
      h('text', { x: size.left - 8, y: y(count) + 4, 'text-anchor': 'end' }, inThrees(count)),
    ]),
    h('path', { class: 'board-line', d: path('sentNumber') }),
    h('path', { class: 'board-line dashed', d: path('finishedNumber') }),
    ...(top > 0
      ? [
          h('circle', { class: 'board-dot', cx: x(peak), cy: y(top), r: 4 }),
          h('text', { class: 'board-peak', x: x(peak), y: y(top) - 9, 'text-anchor': 'middle' }, inThrees(top)),
        ]
      : []),
    ...months.map(({ month }, index) =>
      isSparse && index % 2 === 1
        ? null
        : h('text', { x: x(index), y: size.height - 10, 'text-anchor': 'middle' }, `${Number(month.slice(5))}月`),
    ),
  ])
}

/** The next number that four even steps fit in. */
export function niceMost(most: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(most)) - 1)
  return Math.ceil(most / (4 * unit)) * 4 * unit
}
