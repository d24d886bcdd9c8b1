import type { CompanyAuth, Trial } from '@moqi/api/real-name'
import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { type ReactNode, useState } from 'react'
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
import {
  type CompanyFault,
  companyFaults,
  companyFields,
  isTaken,
  type CompanyTyped,
  refusedFaults,
  type TypedWay,
} from './company-faults.ts'

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
  way: TypedWay
  /** The choice of another way. */
  ways: ReactNode
  onSubmitted: (submitted: SubmittedCompany) => void
  /** The company of that code is authenticated already. */
  onTaken: (creditCode: string) => void
  onBack?: (() => void) | undefined
}

const asked: Readonly<Record<CompanyTyped, { label: string } & InputProps>> = {
  companyName: { label: '企业名称', autoComplete: 'organization', maxLength: 100, placeholder: '与营业执照一致' },
  creditCode: {
    label: '统一社会信用代码',
    autoCapitalize: 'characters',
    spellCheck: false,
    maxLength: 24,
    placeholder: '18位，在营业执照上',
  },
  legalName: { label: '法定代表人姓名', maxLength: 50, placeholder: '与营业执照一致' },
  bankName: { label: '开户银行', maxLength: 100, placeholder: '如：中国银行厦门分行' },
  bankAccount: { label: '对公账号', inputMode: 'numeric', maxLength: 50, placeholder: '以企业名称开立的账户' },
  legalIdNumber: {
    label: '法定代表人身份证号',
    autoCapitalize: 'characters',
    spellCheck: false,
    maxLength: 24,
    placeholder: '18位，只用于核验，不保存',
  },
  legalPhone: { label: '法定代表人手机号', inputMode: 'tel', maxLength: 20, placeholder: '接收签署授权书的短信' },
}
const locked = { readOnly: true, hint: '合同邀请的企业，不能更改。' }

/** What a business licence and the company's bank say, and consent. */
export function CompanyForm({
  lockedName,
  tenantId,
  before,
  trials,
  way,
  ways,
  onSubmitted,
  onTaken,
  onBack,
}: CompanyFormProps) {
  const typed = useTyped(lockedName, before, useRegisteredName(tenantId))
  const [agreed, setAgreed] = useState(false)
  const [sending, setSending] = useState({ asked: '', key: randomKey() })
  const { form: element, faults, show } = useFaults<CompanyFault>()
  const { busy, submit } = useSubmit({
    show,
    check: () => companyFaults(way, typed.values, agreed),
    send: async () => {
      const form: Sent<Table['submitCompanyAuth']> = {
        ...typed.of(way),
        authWay: way,
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
    read: (fault) => {
      if (isTaken(fault)) onTaken(typed.values.creditCode)
      return refusedFaults(way, fault)
    },
  })
  return (
    <form ref={element} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="company-auth-title">
      <h1 id="company-auth-title" className="h1">
        企业认证
      </h1>
      <p className="muted">请按营业执照填写，认证通过后您将成为企业管理员。</p>
      {ways}
      <FormFault>{faults.form}</FormFault>
      {companyFields[way].map((name) => (
        <Field
          key={name}
          name={name}
          autoComplete="off"
          {...asked[name]}
          {...typed.field(name)}
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
      <Trials
        what={way === 'letter' ? '统一社会信用代码或法定代表人身份证号' : '统一社会信用代码'}
        trials={trials?.filter(({ authWay = way }) => authWay === way)}
      />
    </form>
  )
}

/** What the company was called when it was registered. */
const useRegisteredName = (tenantId: string | undefined): string | undefined =>
  useSpace(({ current }) => (current?.tenantId === tenantId && current?.spaceName ? current.spaceName : undefined))

/** The answers of every way; all but the identity number outlive the session, since none is secret. */
function useTyped(lockedName: string | undefined, before: CompanyAuth | undefined, registered: string | undefined) {
  const [legalIdNumber, setLegalIdNumber] = useState('')
  const drafts = {
    companyName: useFormDraft('companyName', before?.companyName ?? registered),
    creditCode: useFormDraft('creditCode', before?.creditCode),
    legalName: useFormDraft('legalName', before?.legalName),
    bankName: useFormDraft('bankName', before?.bankName),
    bankAccount: useFormDraft('bankAccount'),
    legalPhone: useFormDraft('legalPhone'),
  }
  const values: Record<CompanyTyped, string> = {
    companyName: lockedName ?? drafts.companyName[0],
    creditCode: drafts.creditCode[0],
    legalName: drafts.legalName[0],
    bankName: drafts.bankName[0],
    bankAccount: drafts.bankAccount[0],
    legalIdNumber,
    legalPhone: drafts.legalPhone[0],
  }
  return {
    values,
    /** What a way asks for; of the others' answers nothing is sent. */
    of: (way: TypedWay) => ({
      companyName: values.companyName,
      creditCode: values.creditCode,
      legalName: values.legalName,
      ...(way === 'payment' && { bankName: values.bankName, bankAccount: values.bankAccount }),
      ...(way === 'letter' && { legalIdNumber, legalPhone: values.legalPhone }),
    }),
    field: (name: CompanyTyped) => ({
      value: values[name],
      onChange: ({ target: { value } }: { target: { value: string } }) =>
        name === 'legalIdNumber' ? setLegalIdNumber(value) : drafts[name][1](value),
    }),
    forget: () => {
      for (const [, , drop] of Object.values(drafts)) drop()
    },
  }
}
