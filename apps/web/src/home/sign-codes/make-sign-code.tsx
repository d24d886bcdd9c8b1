import { signCodeFaults, signCodeLimits } from '@moqi/domain/templates/sign-code'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { templateKeys } from '../../kit/templates/template-keys.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'
import { readSignCodesAnew } from './sign-code-keys.ts'

const monthMs = 30 * 86_400_000

type Writing = {
  templateId: string
  codeName: string
  cap: number | null
  day: string
  several: boolean
  values: Readonly<Record<string, string>>
}

/** Makes a code: of which template, for how many, until when, and what stands in every contract. */
export function MakeSignCode({ templateId, onClose }: { templateId: string; onClose: () => void }) {
  const [writing, setWriting] = useState<Writing>(() => ({
    templateId,
    codeName: '',
    cap: 100,
    day: deadlineDay(Date.now() + monthMs),
    several: false,
    values: {},
  }))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const key = useRepeatKey()
  const templates = useQuery({
    queryKey: [...templateKeys.all, 'choice'],
    queryFn: ({ signal }) => call('listTemplates', { pageSize: 50 }, { signal }),
  })
  const change = (more: Partial<Writing>) => {
    setWriting({ ...writing, ...more })
    setFaults({})
  }
  const save = async () => {
    const found = faultsOf(writing)
    setFaults(found)
    if (Object.keys(found).length > 0 || busy) return
    const { templateId: chosen, codeName, cap, day, several, values } = writing
    const sent = {
      templateId: chosen,
      codeName,
      cap: cap ?? 0,
      several: several ? (1 as const) : (0 as const),
      endTime: deadlineOf(day) ?? 0,
      values,
    }
    setBusy(true)
    try {
      await call('addSignCode', sent, { key: key(sent), quiet: true })
      success('签署码已生成')
      await readSignCodesAnew()
      onClose()
    } catch (fault) {
      const field = fault instanceof CallRefusal ? fault.data['field'] : undefined
      if (fault instanceof CallRefusal && typeof field === 'string') setFaults({ [field]: fault.message })
      else showRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  const options = (templates.data?.templateArray ?? [])
    .filter(({ ready, templateState }) => ready === 1 && templateState === 'enabled')
    .map((one) => ({ value: one.templateId, label: one.templateName }))
  return (
    <Sheet
      title="新建签署码"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>取消</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            生成二维码
          </Button>
        </>
      }
    >
      <div className="make-sign-code">
        <SelectField
          label="模板"
          error={faults['templateId']}
          hint="须只有一个角色不填姓名和手机号，由扫码人签署"
          value={writing.templateId}
          options={[{ value: '', label: '请选择模板' }, ...options]}
          onChange={(chosen) => change({ templateId: chosen, values: {} })}
        />
        <Field
          label="名称"
          maxLength={signCodeLimits.name}
          placeholder="如 门店入职"
          error={faults['codeName']}
          value={writing.codeName}
          onChange={(event) => change({ codeName: event.target.value })}
        />
        <div className="make-sign-code-pair">
          <FieldFrame label="名额" error={faults['cap']}>
            {(said) => (
              <NumberInput
                {...said}
                size="l"
                unit="份"
                step={1}
                min={1}
                max={signCodeLimits.cap}
                value={writing.cap}
                onChange={(cap) => change({ cap })}
              />
            )}
          </FieldFrame>
          <DateField
            label="截止日期"
            error={faults['endTime']}
            value={writing.day}
            onChange={(day) => change({ day })}
          />
        </div>
        {writing.templateId !== '' && (
          <FillIns
            templateId={writing.templateId}
            values={writing.values}
            faults={faults}
            onChange={(values) => change({ values })}
          />
        )}
        <Check checked={writing.several} onChange={(event) => change({ several: event.target.checked })}>
          同一人签完后可再签一份
        </Check>
        <FormFault>{faults['form']}</FormFault>
        <p className="small muted">每领取一份占用1份合同份数；扫码人须验证手机号并完成实名认证。</p>
      </div>
    </Sheet>
  )
}

type FillInsProps = {
  templateId: string
  values: Readonly<Record<string, string>>
  faults: Readonly<Record<string, string>>
  onChange: (values: Readonly<Record<string, string>>) => void
}

/** What the initiator fills in, once for every contract. */
function FillIns({ templateId, values, faults, onChange }: FillInsProps) {
  const { data } = useQuery({
    queryKey: [...templateKeys.all, 'columns', templateId],
    queryFn: ({ signal }) => call('getTemplate', { templateId }, { signal }),
  })
  return (data?.columnArray ?? [])
    .filter(({ key }) => key.startsWith('fill.'))
    .map(({ key, heading, hint }) => (
      <Field
        key={key}
        label={heading}
        hint={hint}
        maxLength={500}
        error={faults[key]}
        value={values[key] ?? ''}
        onChange={(event) => onChange({ ...values, [key]: event.target.value })}
      />
    ))
}

const wireFields: Readonly<Record<string, string>> = { name: 'codeName', endAt: 'endTime' }

function faultsOf({ templateId, codeName, cap, day }: Writing): Record<string, string> {
  const given = { name: codeName, cap: cap ?? 0, endAt: deadlineOf(day) ?? 0 }
  const found = signCodeFaults(given, Date.now()).map(({ field, message }) => [wireFields[field] ?? field, message])
  return {
    ...(templateId === '' && { templateId: '请选择模板' }),
    ...Object.fromEntries(found),
  }
}
