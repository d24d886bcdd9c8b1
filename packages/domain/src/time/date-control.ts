import type { CivilDate } from './civil-date.ts'

/** Formats of the signing-date control (domain 2.2); the first is the default. */
export const dateControlFormats = ['yyyy年m月d日', 'yyyy m d', 'yyyy/m/d', 'yyyy-m-d', 'yyyy.m.d', '中文日期'] as const
/** How a date control writes its date: a member of `dateControlFormats`. */
export type DateControlFormat = (typeof dateControlFormats)[number]

const numerals = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const
const digitsInChinese = (value: number) => [...String(value)].map((digit) => numerals[Number(digit)] ?? '').join('')

function countInChinese(value: number) {
  const tens = Math.floor(value / 10)
  const ones = value % 10
  const ten = tens === 0 ? '' : `${tens === 1 ? '' : (numerals[tens] ?? '')}十`
  return ten + (ones === 0 ? '' : (numerals[ones] ?? ''))
}

/** A day as the signing-date control writes it; `中文日期` gives 二〇二六年一月二十日. */
export function formatCivilDate({ year, month, day }: CivilDate, format: DateControlFormat): string {
  if (format === '中文日期') return `${digitsInChinese(year)}年${countInChinese(month)}月${countInChinese(day)}日`
  return format.replace('yyyy', String(year)).replace('m', String(month)).replace('d', String(day))
}
