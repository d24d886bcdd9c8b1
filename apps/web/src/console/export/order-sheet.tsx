import { useState } from 'react'
import type { CompanyExport } from '@moqi/api/company-export'
import { call } from '../../client/call.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** Begins an export, by a code to one's own phone. */
export function OrderSheet({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [smsCode, setSmsCode] = useState('')
  const { form, faultOf, submit, busy } = useSheetForm<'smsCode', CompanyExport>({
    check: () => (smsCode.length === 6 ? {} : { smsCode: '请输入6位短信验证码' }),
    send: () => call('orderCompanyExport', { smsCode }),
    onDone,
    otherwise: 'smsCode',
  })
  return (
    <Sheet
      title="验证身份"
      onClose={onClose}
      footer={
        <Button variant="primary" size="xl" block busy={busy} onClick={() => submit()}>
          开始导出
        </Button>
      }
    >
      <form ref={form} noValidate onSubmit={submit}>
        <p className="muted ce-why">导出包含本企业的全部合同与台账，请用您的手机验证身份。全部管理员都会收到通知。</p>
        <OwnCodeField scene="export" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}
