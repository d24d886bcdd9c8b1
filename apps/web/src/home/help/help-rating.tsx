import { checkFeedback, articleLimits } from '@moqi/domain/help/article-text'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { publicCall } from '../../client/public-client.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'

const failed = '提交失败，请稍后重试'

/** Whether the article helped; who it did not help may say what was missing. */
export function HelpRating({ columnId }: { columnId: string }) {
  const [readerKey] = useState(() => newKey())
  const [said, setSaid] = useState<'yes' | 'no' | 'told' | null>(null)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()
  const [busy, setBusy] = useState(false)
  const rate = async (answer: 'yes' | 'no' | 'told') => {
    const checked = checkFeedback(reason)
    if (answer === 'told' && !checked.ok) return setFault(checked.message)
    if (answer === 'told' && reason.trim() === '') return setFault('请填写原因')
    setBusy(true)
    try {
      await publicCall('rateHelp', { columnId, readerKey, isHelpful: answer === 'yes', reason })
      setSaid(answer)
      setFault(undefined)
    } catch (error) {
      setFault(error instanceof CallRefusal ? error.message : failed)
    } finally {
      setBusy(false)
    }
  }
  if (said === 'yes' || said === 'told')
    return (
      <p className="help-rating" role="status">
        {said === 'yes' ? '感谢您的反馈' : '感谢您的反馈，我们会据此改进这篇说明'}
      </p>
    )
  return (
    <section className="help-rating" aria-label="内容反馈">
      <div className="help-votes">
        <span>这篇内容有帮助吗？</span>
        <Button size="s" onClick={() => void rate('yes')}>
          <ThumbsUp size={16} />
          有帮助
        </Button>
        <Button size="s" aria-pressed={said === 'no'} onClick={() => void rate('no')}>
          <ThumbsDown size={16} />
          没帮助
        </Button>
      </div>
      {said === null && fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {said === 'no' && (
        <div className="help-why">
          <TextArea
            label="哪里没有帮到您？"
            rows={3}
            maxLength={articleLimits.feedback}
            hint="请勿填写姓名、手机号等个人信息"
            value={reason}
            error={fault}
            onChange={(event) => setReason(event.target.value)}
          />
          <Button variant="primary" busy={busy} onClick={() => void rate('told')}>
            提交原因
          </Button>
        </div>
      )}
    </section>
  )
}

/** Of this showing of the article alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
