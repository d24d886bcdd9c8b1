import type { InvoiceTitle as WireTitle } from '@moqi/api/invoice'
import type { InvoiceTitle } from '@moqi/domain/orders/invoice-title'
import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { success } from '../../ui/toast-store.ts'
import { rereadInvoices } from './invoice-keys.ts'
import { titleOf, TitleSheet } from './title-sheet.tsx'

type TitleChoiceProps = {
  titles: readonly WireTitle[]
  chosen: WireTitle | undefined
  /** What a new one begins with. */
  begin: InvoiceTitle
  error: string | undefined
  onChoose: (titleId: string) => void
}

/** Whom the invoice is made out to: one of the titles that are kept, and what may be done with them. */
export function TitleChoice({ titles, chosen, begin, error, onChoose }: TitleChoiceProps) {
  const [edited, setEdited] = useState<WireTitle | 'new' | null>(null)
  return (
    <div className="title-choice">
      {titles.length > 0 && (
        <SelectField
          label="抬头"
          error={error}
          value={chosen?.titleId ?? ''}
          options={titles.map(({ titleId, titleName, isDefault }) => ({
            value: titleId,
            label: isDefault === 1 ? `${titleName}（默认）` : titleName,
          }))}
          onChange={onChoose}
        />
      )}
      {chosen && <TitleFacts title={chosen} />}
      {chosen ? (
        <TitleActs title={chosen} onEdit={setEdited} />
      ) : (
        <>
          <Button block onClick={() => setEdited('new')}>
            <Plus size={18} />
            新增抬头
          </Button>
          {error && (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
        </>
      )}
      {edited && (
        <TitleSheet
          title={edited === 'new' ? null : edited}
          begin={begin}
          onDone={(titleId) => {
            setEdited(null)
            onChoose(titleId)
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

function TitleFacts({ title }: { title: WireTitle }) {
  const { type, taxNo, address, phone, bank, account } = titleOf(title)
  if (type === 'person') return null
  const more: readonly (readonly [string, string])[] = [
    ['税号', taxNo],
    ['注册地址', address],
    ['注册电话', phone],
    ['开户银行', bank],
    ['银行账号', account],
  ]
  return <Facts className="invoice-facts" facts={more.filter(([, value]) => value !== '')} />
}

function TitleActs({ title, onEdit }: { title: WireTitle; onEdit: (edited: WireTitle | 'new') => void }) {
  const { titleId, titleName, isDefault } = title
  const keyOf = useRepeatKey()
  const preferring = useMutation({
    mutationFn: () => call('setDefaultInvoiceTitle', { titleId }, { key: keyOf(['default', titleId]) }),
    onSuccess: () => success('已设为默认抬头'),
    onError: showRefusal,
    onSettled: rereadInvoices,
  })
  const removing = useMutation({
    mutationFn: () => call('removeInvoiceTitle', { titleId }, { key: keyOf(['remove', titleId]) }),
    onSuccess: () => success('抬头已删除'),
    onError: showRefusal,
    onSettled: rereadInvoices,
  })
  const remove = async () => {
    const question = { title: '提示', text: `确定要删除抬头“${titleName}”吗？`, detail: '已开的发票不受影响。' }
    if (await ask({ ...question, confirm: '删除', cancel: '取消' })) removing.mutate()
  }
  return (
    <div className="title-acts">
      <button type="button" className="link" onClick={() => onEdit('new')}>
        新增抬头
      </button>
      <button type="button" className="link" onClick={() => onEdit(title)}>
        编辑
      </button>
      {isDefault === 0 && (
        <button type="button" className="link" onClick={() => preferring.mutate()}>
          设为默认
        </button>
      )}
      <button type="button" className="link danger" onClick={() => void remove()}>
        删除
      </button>
    </div>
  )
}
