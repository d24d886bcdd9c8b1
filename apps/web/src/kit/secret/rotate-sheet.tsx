import { overlapLabels, type SecretOverlap, secretOverlaps } from '@moqi/domain/integrations/integration-rules'
import { keysOf } from '@moqi/domain/keys-of'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { useSheetForm } from '../form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FormFault } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import './secret.css'

type RotateSheetProps<Made> = {
  title: string
  /** What it is: 密钥, 令牌. */
  what: string
  make: (overlap: SecretOverlap) => Promise<Made>
  onDone: (made: Made) => void
  onClose: () => void
}

/** Makes a new secret, and says how long the one before goes on. */
export function RotateSheet<Made>({ title, what, make, onDone, onClose }: RotateSheetProps<Made>) {
  const [overlap, choose] = useState<SecretOverlap>('week')
  const [now] = useState(Date.now)
  const { form, faultOf, submit, busy } = useSheetForm<'overlap', Made>({
    check: () => ({}),
    send: () => make(overlap),
    onDone,
    otherwise: 'overlap',
  })
  const end = formatDate(now + secretOverlaps[overlap], '{y}-{m}-{d} {h}:{i}')
  const facts =
    overlap === 'none'
      ? ([['现在', `生成新${what}，只显示一次；旧${what}马上失效`]] as const)
      : ([
          ['现在', `生成新${what}，只显示一次`],
          ['此后', `新旧两个${what}都可用`],
          [end, `旧${what}失效`],
        ] as const)
  return (
    <Sheet
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button type="submit" form="rotate" variant="primary" busy={busy}>
            生成新{what}
          </Button>
        </>
      }
    >
      <form id="rotate" ref={form} className="form-sheet" noValidate onSubmit={submit}>
        <FormFault>{faultOf('overlap')}</FormFault>
        <p className="muted">
          选择旧{what}何时失效，期间新旧{what}同时有效。
        </p>
        <Segmented
          label={`旧${what}失效`}
          options={keysOf(secretOverlaps).map((value) => ({ value, label: overlapLabels[value] }))}
          value={overlap}
          onChange={choose}
        />
        <Facts className="rotate-facts" facts={facts} />
      </form>
    </Sheet>
  )
}
