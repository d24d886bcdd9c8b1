import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CopyButton } from './copy-button.tsx'
import './secret.css'

type SecretSheetProps = {
  /** What it is: 密钥, 令牌. */
  what: string
  /** What goes into the other system, each under its label; the secret last. */
  values: readonly (readonly [label: string, text: string])[]
  /** Where it goes. */
  advice: string
  onClose: () => void
}

/** A secret, this once: nothing leaves the sheet but saying that it was kept. */
export function SecretSheet({ what, values, advice, onClose }: SecretSheetProps) {
  const [isKept, keep] = useState(false)
  return (
    <Sheet
      title={`${what}已生成`}
      insistent
      width={560}
      onClose={onClose}
      footer={
        <Button variant="primary" disabled={!isKept} onClick={onClose}>
          {isKept ? '完成' : '请先确认已保存'}
        </Button>
      }
    >
      <div className="secret-once">
        <p className="secret-warning">
          <TriangleAlert size={18} />
          <span>
            <b>{what}只显示这一次</b>
            关闭后任何人都看不到，包括我们。{advice}
          </span>
        </p>
        {values.map(([label, text]) => (
          <div key={label}>
            <p className="small muted">{label}</p>
            <p className="secret-value">
              <code>{text}</code>
              <CopyButton text={text} what={label} />
            </p>
          </div>
        ))}
        <Check checked={isKept} onChange={(event) => keep(event.target.checked)}>
          我已把{what}存到安全的地方
        </Check>
      </div>
    </Sheet>
  )
}
