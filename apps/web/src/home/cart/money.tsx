import './money.css'

/** An amount of 分, the 元 large and the rest small. */
export function Money({ fen }: { fen: number }) {
  const [whole = '', part = ''] = (fen / 100).toFixed(2).split('.')
  return (
    <span className="money">
      <i>¥</i>
      {Number(whole).toLocaleString('en-US')}
      <i>.{part}</i>
    </span>
  )
}
