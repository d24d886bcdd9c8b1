import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { CopyButton } from './copy-button.tsx'

type SecretSheetProps = { made: Output<Table['makeIntegrationSecret']>; onClose: () => void }

/** A secret, this once: nothing leaves the sheet but saying that it was kept. */
export function SecretSheet({ made: { appId, secret }, onClose }: SecretSheetProps) {
  const [isKept, keep] = useState(false)
  return (
    <Sheet
      title="密钥已生成"
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
            <b>密钥只显示这一次</b>
            关闭后任何人都看不到，包括我们。请存进密钥管理系统，不要写进代码或发到群里。
          </span>
        </p>
        <Value label="AppId" text={appId} />
        <Value label="密钥" text={secret} />
        <Check checked={isKept} onChange={(event) => keep(event.target.checked)}>
          我已把密钥存到安全的地方
        </Check>
      </div>
    </Sheet>
  )
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="small muted">{label}</p>
      <p className="secret-value">
        <code>{text}</code>
        <CopyButton text={text} what={label} />
      </p>
    </div>
  )
}
