import type { CompanyAuth } from '@moqi/api/real-name'
import type { Input, Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { randomKey } from '../../client/request.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { type CompanyFault, companyFaults, type CompanyTyped, refusedFaults } from './company-faults.ts'

export type SubmittedCompany = Output<Table['submitCompanyAuth']>

type CompanyFormProps = {
  /** The name a contract asks for. */
  lockedName?: string | undefined
  /** The space to authenticate; without it the server finds or makes one. */
  tenantId?: string | undefined
  /** What was submitted before, and is to be put right. */
  before?: CompanyAuth | undefined
  onSubmitted: (submitted: SubmittedCompany) => void
  onBack?: (() => void) | undefined
}

/** What a business licence and the company's bank say, and consent. */
export function CompanyForm({ lockedName, tenantId, before, onSubmitted, onBack }: CompanyFormProps) {
  const typed = useTyped(lockedName, before)
  const [agreed, setAgreed] = useState(false)
  const [sending, setSending] = useState({ asked: '', key: randomKey() })
  const { form, faults, show } = useFaults<CompanyFault>()
  const { busy, submit } = useSubmit({
    show,
    check: () => companyFaults(typed.values, agreed),
    send: async () => {
      const asked: Input<Table['submitCompanyAuth']> = {
        ...typed.values,
        agree: 1,
        ...(tenantId !== undefined && { tenantId }),
        ...(before && { replaces: before.authid }),
      }
      const text = JSON.stringify(asked)
      // Pressed again after a lost answer it is the same submission; put right, another.
      const key = sending.asked === text ? sending.key : randomKey()
      setSending({ asked: text, key })
      const submitted = await call('submitCompanyAuth', asked, { key })
      if (submitted.isAuthed === 'inCompanyAuth') typed.forget()
      onSubmitted(submitted)
    },
    read: refusedFaults,
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="company-auth-title">
      <h1 id="company-auth-title" className="h1">
        企业认证
      </h1>
      <p className="muted">
        请按营业执照填写。核对通过后，我们会向对公账户汇入一笔不足 1
        元的款项，填写到账金额即完成认证，您将成为企业管理员。
      </p>
      <FormFault>{faults.form}</FormFault>
      <Field
        label="企业名称"
        name="companyName"
        autoComplete="organization"
        maxLength={100}
        placeholder="与营业执照一致"
        {...typed.of('companyName')}
        error={faults.companyName}
        readOnly={lockedName !== undefined}
        {...(lockedName !== undefined && { hint: '合同邀请的企业，不能更改。' })}
      />
      <Field
        label="统一社会信用代码"
        name="creditCode"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        placeholder="18位，在营业执照上"
        {...typed.of('creditCode')}
        error={faults.creditCode}
      />
      <Field
        label="法定代表人姓名"
        name="legalName"
        autoComplete="off"
        maxLength={50}
        placeholder="与营业执照一致"
        {...typed.of('legalName')}
        error={faults.legalName}
      />
      <Field
        label="开户银行"
        name="bankName"
        autoComplete="off"
        maxLength={100}
        placeholder="如：中国银行厦门分行"
        {...typed.of('bankName')}
        error={faults.bankName}
      />
      <Field
        label="对公账号"
        name="bankAccount"
        autoComplete="off"
        inputMode="numeric"
        maxLength={50}
        placeholder="以企业名称开立的账户"
        {...typed.of('bankAccount')}
        error={faults.bankAccount}
      />
      <Check checked={agreed} error={faults.agree} onChange={(event) => setAgreed(event.target.checked)}>
        我已获企业授权，同意平台核验以上企业信息，并以企业名义申请数字证书
      </Check>
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        提交认证
      </Button>
      {onBack && (
        <Button size="xl" block onClick={onBack}>
          返回
        </Button>
      )}
    </form>
  )
}

/** The five answers; all of them outlive the session, since none is secret. */
function useTyped(lockedName: string | undefined, before: CompanyAuth | undefined) {
  const drafts = {
    companyName: useFormDraft('companyName', before?.companyName),
    creditCode: useFormDraft('creditCode', before?.creditCode),
    legalName: useFormDraft('legalName'),
    bankName: useFormDraft('bankName', before?.bankName),
    bankAccount: useFormDraft('bankAccount'),
  }
  const values = {
    companyName: lockedName ?? drafts.companyName[0],
    creditCode: drafts.creditCode[0],
    legalName: drafts.legalName[0],
    bankName: drafts.bankName[0],
    bankAccount: drafts.bankAccount[0],
  }
  return {
    values,
    of: (field: CompanyTyped) => ({
      value: values[field],
      onChange: (event: { target: { value: string } }) => drafts[field][1](event.target.value),
    }),
    forget: () => {
      for (const [, , drop] of Object.values(drafts)) drop()
    },
  }
}
