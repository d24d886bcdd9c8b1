import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { overlapLabels, type SecretOverlap, secretOverlaps } from '@moqi/domain/integrations/integration-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type Made = Output<Table['makeIntegrationSecret']>
type RotateSheetProps = { integrationId: string; onDone: (made: Made) => void; onClose: () => void }

/** Makes a new secret, and says how long the one before goes on. */
export function RotateSheet({ integrationId, onDone, onClose }: RotateSheetProps) {
  const [overlap, choose] = useState<SecretOverlap>('week')
  const [now] = useState(Date.now)
  const { form, faultOf, submit, busy } = useSheetForm<'overlap', Made>({
    check: () => ({}),
    send: () => call('makeIntegrationSecret', { integrationId, overlap }, { quiet: true }),
    onDone,
    otherwise: 'overlap',
  })
  const end = formatDate(now + secretOverlaps[overlap], '{y}-{m}-{d} {h}:{i}')
  const facts =
    overlap === 'none'
      ? ([['现在', '生成新密钥，只显示一次；旧密钥马上失效']] as const)
      : ([
          ['现在', '生成新密钥，只显示一次'],
          ['此后', '新旧两个密钥都可用'],
          [end, '旧密钥失效'],
        ] as const)
  return (
    <Sheet
      title="轮换密钥"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form="rotate" variant="primary" busy={busy}>
            生成新密钥
          </Button>
        </>
      }
    >
      <form id="rotate" ref={form} className="form-sheet" noValidate onSubmit={submit}>
        <FormFault>{faultOf('overlap')}</FormFault>
        <p className="muted">选择旧密钥何时失效，期间新旧密钥同时有效。</p>
        <Segmented
          label="旧密钥失效"
          options={keysOf(secretOverlaps).map((value) => ({ value, label: overlapLabels[value] }))}
          value={overlap}
          onChange={choose}
        />
        <Facts className="rotate-facts" facts={facts} />
      </form>
    </Sheet>
  )
}
