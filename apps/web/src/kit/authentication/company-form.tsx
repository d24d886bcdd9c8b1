import type { CompanyAuth, Trial } from '@moqi/api/real-name'
import type { Input, Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { randomKey } from '../../client/request.ts'
import { useSpace } from '../../client/space-store.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import type { InputProps } from '../../ui/input.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { Trials } from './trials.tsx'
import { type CompanyFault, companyFaults, type CompanyTyped, refusedFaults } from './company-faults.ts'

/** What the server answers to a submitted company. */
export type SubmittedCompany = Output<Table['submitCompanyAuth']>

type CompanyFormProps = {
  /** The name a contract asks for. */
  lockedName?: string | undefined
  /** The space to authenticate; without it the server finds or makes one. */
  tenantId?: string | undefined
  /** What was submitted before, and is to be put right. */
  before?: CompanyAuth | undefined
  trials?: readonly Trial[] | undefined
  onSubmitted: (submitted: SubmittedCompany) => void
  onBack?: (() => void) | undefined
}

/** In the order of the page. */
const asked: ({ name: CompanyTyped; label: string } & InputProps)[] = [
  {
    name: 'companyName',
    label: '企业名称',
    autoComplete: 'organization',
    maxLength: 100,
    placeholder: '与营业执照一致',
  },
  {
    name: 'creditCode',
    label: '统一社会信用代码',
    autoCapitalize: 'characters',
    spellCheck: false,
    maxLength: 24,
    placeholder: '18位，在营业执照上',
  },
  { name: 'legalName', label: '法定代表人姓名', maxLength: 50, placeholder: '与营业执照一致' },
  { name: 'bankName', label: '开户银行', maxLength: 100, placeholder: '如：中国银行厦门分行' },
  { name: 'bankAccount', label: '对公账号', inputMode: 'numeric', maxLength: 50, placeholder: '以企业名称开立的账户' },
]
const locked = { readOnly: true, hint: '合同邀请的企业，不能更改。' }

/** What a business licence and the company's bank say, and consent. */
export function CompanyForm({ lockedName, tenantId, before, trials, onSubmitted, onBack }: CompanyFormProps) {
  const typed = useTyped(lockedName, before, useRegisteredName(tenantId))
  const [agreed, setAgreed] = useState(false)
  const [sending, setSending] = useState({ asked: '', key: randomKey() })
  const { form: element, faults, show } = useFaults<CompanyFault>()
  const { busy, submit } = useSubmit({
    show,
    check: () => companyFaults(typed.values, agreed),
    send: async () => {
      const form: Input<Table['submitCompanyAuth']> = {
        ...typed.values,
        agree: 1,
        ...(tenantId !== undefined && { tenantId }),
        ...(before && { replaces: before.authid }),
      }
      const text = JSON.stringify(form)
      // Pressed again after a lost answer it is the same submission; put right, another.
      const key = sending.asked === text ? sending.key : randomKey()
      setSending({ asked: text, key })
      const submitted = await call('submitCompanyAuth', form, { key })
      if (submitted.reason === null) typed.forget()
      onSubmitted(submitted)
    },
    read: refusedFaults,
  })
  return (
    <form ref={element} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="company-auth-title">
      <h1 id="company-auth-title" className="h1">
        企业认证
      </h1>
      <p className="muted">
        请按营业执照填写。核对通过后，我们会向对公账户汇入一笔不足 1
        元的款项，填写到账金额即完成认证，您将成为企业管理员。
      </p>
      <FormFault>{faults.form}</FormFault>
      {asked.map(({ name, ...field }) => (
        <Field
          key={name}
          name={name}
          autoComplete="off"
          {...field}
          {...typed.of(name)}
          error={faults[name]}
          {...(name === 'companyName' && lockedName !== undefined && locked)}
        />
      ))}
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
      <Trials what="统一社会信用代码" trials={trials} />
    </form>
  )
}

/** What the company was called when it was registered. */
const useRegisteredName = (tenantId: string | undefined): string | undefined =>
  useSpace(({ current }) => (current?.tenantId === tenantId && current?.spaceName ? current.spaceName : undefined))

/** The five answers; all of them outlive the session, since none is secret. */
function useTyped(lockedName: string | undefined, before: CompanyAuth | undefined, registered: string | undefined) {
  const drafts = {
    companyName: useFormDraft('companyName', before?.companyName ?? registered),
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
