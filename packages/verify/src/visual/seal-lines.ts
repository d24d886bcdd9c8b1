/** A line where a party seals, signs or dates: what it says there is set in order to be sealed over. */
const calling = /盖章|签章|公章|印章|签字|签名|签署|代表人|经办人|日期|年月日/
/** A date, written or yet to be written. */
const dated = /日期|年月日|\d年\d+月/
const figure = /[0-9零〇一二三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟]/
/** The words that only call for a seal, and pauses there: whoever sees the seal misses nothing under it. */
const call = /[（(]?(?:盖章|加盖公章|签章|公章|印章|签字|签名)[）)]?[：:]?/g
const pause = /[，。、；：,;:()（）《》“”]/

/** What a glyph is in its line. */
export interface InLine {
  /** It stands where a seal of paper or ink may cover it: what it was is open, not refuted (E11). */
  isOpen: boolean
  /** A seal's ink may lie on it without a word (E7). */
  isExpected: boolean
}

/** Judges the glyph at a place of a line, whose characters are `line`. */
export function roleInLine(line: readonly string[], at: number): InLine {
  const text = line.join('')
  const glyph = line[at] ?? ''
  const offset = line.slice(0, at).join('').length
  const isCall = [...text.matchAll(call)].some(
    ({ 0: words, index }) => index <= offset && offset < index + words.length,
  )
  return {
    isOpen: calling.test(text) && (!figure.test(glyph) || dated.test(text)),
    isExpected: isCall || (pause.test(glyph) && calling.test(text)),
  }
}
