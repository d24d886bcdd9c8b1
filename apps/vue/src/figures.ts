import { h, type VNode } from 'vue'
import type { Statistics } from './ask-statistics.ts'
import { growthWords, inThrees, paceWords, percent, timeWords } from './words.ts'

/** The four numbers at the head, each with what to make of it. */
export function figures({ total, before }: Statistics, beforeLabel: string): VNode {
  const done = percent(total.finishedNumber, total.sentNumber)
  const pace = timeWords(total.averageTime)
  const over = total.rejectedNumber + total.expiredNumber
  return h('dl', { class: 'board-figures' }, [
    figure('发起', inThrees(total.sentNumber), '份', growthWords(total.sentNumber, before.sentNumber, beforeLabel)),
    figure('签署完成', inThrees(total.finishedNumber), '份', done === null ? '还没有发起' : `完成率${done}%`),
    figure('平均用时', pace.value, pace.unit, paceWords(total.averageTime, before.averageTime, beforeLabel)),
    figure('拒签与过期', inThrees(over), '份', `其中${inThrees(total.expiredNumber)}份是过期`, over > 0),
  ])
}

const figure = (label: string, value: string, unit: string, note: string, warns = false) =>
  h('div', [
    h('dt', label),
    h('dd', [h('b', value), h('span', unit)]),
    h('dd', { class: warns ? 'board-note board-warns' : 'board-note' }, note),
  ])
