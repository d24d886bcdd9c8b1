import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success } from '../../ui/toast-store.ts'

type FieldName = 'companyName' | 'creditCode'

/** Invites a company by what its business licence says. */
export function InviteSheet({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [companyName, setCompanyName] = useState('')
  const [creditCode, setCreditCode] = useState('')
  const keyOf = useRepeatKey()
  const { form, faultOf, submit, busy } = useSheetForm<FieldName, unknown>({
    check: () => {
      const [name, code] = [checkCompanyName(companyName), checkCreditCode(creditCode)]
      return { ...(!name.ok && { companyName: name.message }), ...(!code.ok && { creditCode: code.message }) }
    },
    send: () => call('inviteCompany', { companyName, creditCode }, { key: keyOf({ companyName, creditCode }) }),
    onDone: () => {
      success('邀请已发出，等待对方管理员同意')
      onDone()
    },
    otherwise: 'companyName',
  })
  return (
    <Sheet
      title="邀请企业加入"
      onClose={onClose}
      footer={
        <Button variant="primary" size="xl" block busy={busy} onClick={() => submit()}>
          发出邀请
        </Button>
      }
    >
      <form ref={form} noValidate className="grp-form" onSubmit={submit}>
        <p className="muted">
          对方须已在平台完成企业认证。对方的全部管理员会收到通知，看到集团将看到哪些数字、适用哪些规则，再决定是否同意；30天内没有答复则邀请失效。
        </p>
        <Field
          label="企业全称"
          name="companyName"
          value={companyName}
          placeholder="与营业执照一致"
          error={faultOf('companyName')}
          data-first
          onChange={({ target }) => setCompanyName(target.value)}
        />
        <Field
          label="统一社会信用代码"
          name="creditCode"
          value={creditCode}
          placeholder="18位"
          error={faultOf('creditCode')}
          onChange={({ target }) => setCreditCode(target.value)}
        />
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}
