import { useState } from 'react'
import { call } from '../../client/call.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { Panel } from '../../kit/console/panel.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field } from '../../ui/field.tsx'

type FieldName = 'companyName' | 'smsCode' | 'agree'
type CloseFormProps = { company: string; left: number; onDone: () => void }

/** Asks for the closing, by the company's name and a code, once nothing stands against it. */
export function CloseForm({ company, left, onDone }: CloseFormProps) {
  const [companyName, setCompanyName] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [agreed, setAgreed] = useState(false)
  const { form, faultOf, submit, busy } = useSheetForm<FieldName, unknown>({
    check: () => ({
      ...(companyName.trim() !== company && { companyName: '与企业全称不一致，请重新输入' }),
      ...(smsCode.length !== 6 && { smsCode: '请输入6位短信验证码' }),
      ...(!agreed && { agree: '请先确认' }),
    }),
    send: () => call('startCompanyClosing', { companyName: companyName.trim(), smsCode, agree: 1 }),
    onDone,
    otherwise: 'smsCode',
  })
  return (
    <Panel title="提交注销">
      <form ref={form} className="cc-form" noValidate onSubmit={submit}>
        <Field
          label="请输入企业全称以确认"
          name="companyName"
          value={companyName}
          placeholder={company}
          error={faultOf('companyName')}
          onChange={(event) => setCompanyName(event.target.value)}
        />
        <OwnCodeField scene="closeCompany" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
        <Check checked={agreed} error={faultOf('agree')} onChange={(event) => setAgreed(event.target.checked)}>
          我已导出需要的合同，知道注销后不能再以本企业名义签署
        </Check>
        <p>
          <Button variant="seal" type="submit" busy={busy} disabled={left > 0}>
            {left > 0 ? `提交注销（还有${left}项未完成）` : '提交注销'}
          </Button>
        </p>
      </form>
    </Panel>
  )
}
