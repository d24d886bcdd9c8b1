import { countText } from '@moqi/domain/labels/count-text'
import './money.css'

/** An amount of 分, the 元 large and the rest small. */
export function Money({ fen }: { fen: number }) {
  const [whole = '', part = ''] = (fen / 100).toFixed(2).split('.')
  return (
    <span className="money">
      <i>¥</i>
      {countText(Number(whole))}
      <i>.{part}</i>
    </span>
  )
}
