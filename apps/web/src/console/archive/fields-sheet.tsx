import type { FilingField } from '@moqi/api/filing'
import { filingFieldKinds, filingFieldLabels, type FilingFieldKind } from '@moqi/domain/filings/filing-field'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { rereadFilings } from '../../kit/filing/filing-reads.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { ask } from '../../ui/ask-store.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type FieldsSheetProps = { fields: readonly FilingField[]; onClose: () => void }

/** The company's own fields: added, changed, put in order, deleted. */
export function FieldsSheet({ fields, onClose }: FieldsSheetProps) {
  const [editing, edit] = useState<FilingField | 'new' | null>(null)
  if (editing !== null) {
    const own = editing === 'new' ? null : editing
    return <FieldForm field={own} onClose={() => edit(null)} />
  }
  const move = async (at: number, by: number) => {
    const ids = fields.map(({ fieldId }) => fieldId)
    const [id] = ids.splice(at, 1)
    if (id === undefined) return
    ids.splice(at + by, 0, id)
    await call('orderFilingFields', { fieldIdArray: ids })
    await rereadFilings()
  }
  return (
    <Sheet title="台账字段" width={560} onClose={onClose} footer={<Button onClick={onClose}>完成</Button>}>
      <p className="muted">每份合同都可以登记这些内容，可搜索、筛选和导出。</p>
      <ul className="arc-fields">
        {fields.map((field, at) => (
          <li key={field.fieldId}>
            <span className="two-lines">
              <b className="clip">{field.fieldName}</b>
              <span className="clip">
                {filingFieldLabels[field.fieldKind]}
                {field.required === 1 && '，必填'}
                {field.choiceArray.length > 0 && `：${field.choiceArray.join('、')}`}
              </span>
            </span>
            <span className="arc-field-acts">
              <button
                type="button"
                className="link icon-link"
                aria-label={`上移：${field.fieldName}`}
                disabled={at === 0}
                onClick={() => void move(at, -1)}
              >
                <ArrowUp size={16} />
              </button>
              <button
                type="button"
                className="link icon-link"
                aria-label={`下移：${field.fieldName}`}
                disabled={at === fields.length - 1}
                onClick={() => void move(at, 1)}
              >
                <ArrowDown size={16} />
              </button>
              <button
                type="button"
                className="link"
                aria-label={`修改：${field.fieldName}`}
                onClick={() => edit(field)}
              >
                修改
              </button>
              <button
                type="button"
                className="link danger"
                aria-label={`删除：${field.fieldName}`}
                onClick={() => void remove(field)}
              >
                删除
              </button>
            </span>
          </li>
        ))}
      </ul>
      {fields.length < filingLimits.fields && (
        <Button onClick={() => edit('new')}>
          <Plus size={18} />
          新增字段
        </Button>
      )}
    </Sheet>
  )
}

async function remove({ fieldId, fieldName }: FilingField) {
  const agreed = await ask({
    title: `删除“${fieldName}”`,
    text: '各合同已登记的值不再显示和导出，变更记录保留。',
    confirm: '删除',
    cancel: '取消',
    tone: 'seal',
  })
  if (!agreed) return
  await call('deleteFilingField', { fieldId })
  await rereadFilings()
}

function FieldForm({ field, onClose }: { field: FilingField | null; onClose: () => void }) {
  const [fieldName, setName] = useState(field?.fieldName ?? '')
  const [fieldKind, setKind] = useState<FilingFieldKind>(field?.fieldKind ?? 'text')
  const [required, setRequired] = useState(field?.required === 1)
  const [choices, setChoices] = useState(field?.choiceArray.join('、') ?? '')
  const send = async () => {
    const choiceArray = choices.split(/[、,，\n]/).filter((one) => one.trim() !== '')
    await call('saveFilingField', {
      fieldId: field?.fieldId ?? null,
      fieldName,
      fieldKind,
      required,
      choiceArray: fieldKind === 'choice' ? choiceArray : [],
    })
    await rereadFilings()
  }
  return (
    <FormSheet title={field ? '修改字段' : '新增字段'} confirm="保存" send={send} onDone={onClose} onClose={onClose}>
      <Field
        label="字段名称"
        maxLength={20}
        placeholder="1-20个字"
        value={fieldName}
        data-first
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        label="类型"
        value={fieldKind}
        disabled={field !== null}
        options={filingFieldKinds.map((kind) => ({ value: kind, label: filingFieldLabels[kind] }))}
        onChange={setKind}
      />
      {fieldKind === 'choice' && (
        <Field
          label="选项"
          placeholder="用顿号分隔，如：框架、订单"
          value={choices}
          onChange={({ target }) => setChoices(target.value)}
        />
      )}
      <Check checked={required} onChange={({ target }) => setRequired(target.checked)}>
        登记时必填
      </Check>
    </FormSheet>
  )
}
