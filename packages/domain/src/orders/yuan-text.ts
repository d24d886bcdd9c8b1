import { countText } from '../labels/count-text.ts'
/** An amount in 分 as people read it in 元: 249900 is `2,499.00`. */
export function yuanText(fen: number): string {
  const yuan = Math.floor(fen / 100)
  return `${countText(yuan)}.${String(fen % 100).padStart(2, '0')}`
}

/** An amount in 元 as somebody writes it, `99`, `2,499.00`, in 分; null for what is none. */
export function fenOf(text: string): number | null {
  const found = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(/[,，¥]/g, ''))
  if (!found) return null
  return Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'))
}
