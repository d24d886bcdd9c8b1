const digits = [...'零壹贰叁肆伍陆柒捌玖']
const places = ['', '拾', '佰', '仟']
const groups = ['', '万', '亿']

/** An amount in 分, below 10^14, in capitals as bills have it: 59900 is 伍佰玖拾玖元整 (支付结算办法, annex 1). */
export function yuanWords(fen: number): string {
  const yuan = Math.floor(fen / 100)
  const [jiao = 0, rest = 0] = [Math.floor(fen / 10) % 10, fen % 10]
  const whole = yuan === 0 ? '' : `${wholeWords(yuan)}元`
  if (jiao === 0 && rest === 0) return `${whole || '零元'}整`
  const tenths = jiao === 0 ? (whole === '' ? '' : '零') : `${digits[jiao]}角`
  return `${whole}${tenths}${rest === 0 ? '整' : `${digits[rest]}分`}`
}

function wholeWords(yuan: number): string {
  let words = ''
  let isSkipped = false
  for (let group = groups.length - 1; group >= 0; group--) {
    const four = Math.floor(yuan / 10_000 ** group) % 10_000
    if (four === 0) {
      isSkipped = words !== ''
      continue
    }
    if (words !== '' && (four < 1000 || isSkipped)) words += '零'
    words += fourWords(four) + groups[group]
    isSkipped = false
  }
  return words
}

/** A number of at most four digits, zeros between its digits said once. */
function fourWords(four: number): string {
  let words = ''
  let isGap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(four / 10 ** place) % 10
    if (digit === 0) {
      isGap = words !== ''
      continue
    }
    words += `${isGap ? '零' : ''}${digits[digit]}${places[place]}`
    isGap = false
  }
  return words
}
