import { formatDate } from '@moqi/domain/time/format-date'
import { Check } from 'lucide-react'
import type { SentInk } from './use-handwrite.ts'
import './handwrite.css'

type HandwriteSuccessProps = {
  /** What was sent from here; null when the page was opened anew. */
  sent: SentInk | null
  /** Masked. */
  name: string | null
}

/** /open/seal/handwriteSuccess (checklist R53): the signature is at the computer, and the phone may be put away. */
export function HandwriteSuccess({ sent, name }: HandwriteSuccessProps) {
  const facts = [
    ['姓名', name],
    ['提交时间', sent && formatDate(sent.at, '{y}-{m}-{d} {h}:{i}:{s}')],
  ] as const
  return (
    <main className="hw-done">
      <div className="hw-deed">
        <h1>签名已提交</h1>
        <p>电脑上已经显示，可以放下手机了。</p>
        {sent && <img className="hw-mine" src={sent.ink.png} alt="您写的签名" />}
        <dl>
          {facts.map(
            ([label, value]) =>
              value !== null && (
                <div key={label}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ),
          )}
        </dl>
      </div>
      <p className="hw-note">
        <Check size={16} />
        签名只传给显示二维码的那台电脑，手机上不留存。
      </p>
    </main>
  )
}
