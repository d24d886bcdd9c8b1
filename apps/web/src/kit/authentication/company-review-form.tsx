import type { Input, Output } from '@moqi/api/call'
import type { CompanyAuth } from '@moqi/api/real-name'
import type { Table } from '@moqi/api/table'
import { reviewConsents } from '@moqi/domain/account/agreements'
import {
  checkCompanyNumber,
  checkKindName,
  checkLegalName,
  type CompanyKind,
  companyKindNames,
  companyKinds,
  companyPapers,
  registryNames,
} from '@moqi/domain/identity/company-paper'
import { paperKeptDays } from '@moqi/domain/identity/person-paper'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { hrefOf } from '../../router/leave.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useFaults } from '../../ui/use-faults.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { isTaken } from './company-faults.ts'
import { PaperPhotos } from './paper-photos.tsx'
import { type Photo, usePhotos } from './use-photos.ts'

const fields = ['companyName', 'creditCode', 'legalName', 'pictureArray', 'agree', 'companyAgree'] as const
type FieldName = (typeof fields)[number] | 'form'
type Faults = Partial<Record<FieldName, string>>
type Typed = { kind: CompanyKind; companyName: string; creditCode: string; legalName: string }
type Agreed = Record<'agree' | 'companyAgree', boolean>

const kinds = companyKinds.map((value) => ({ value, label: companyKindNames[value] }))
const registries = Object.entries(registryNames).map(([value, label]) => ({ value, label }))
const [paperNotice] = reviewConsents

/** What is wrong with what was typed, by the rules of domain 4.1, and with the photos. */
function faultsOf({ kind, ...typed }: Typed, photos: readonly Photo[], agreed: Agreed): Faults {
  const name = checkKindName(kind, typed.companyName)
  const number = checkCompanyNumber(kind, typed.creditCode)
  const legal = checkLegalName(kind, typed.legalName)
  const missing = companyPapers[kind].filter((_, index) => !photos[index]?.pictureId)
  const waits = photos.some(({ busy }) => busy)
  return {
    ...(!name.ok && { companyName: name.message }),
    ...(!number.ok && { creditCode: number.message }),
    ...(!legal.ok && { legalName: legal.message }),
    ...(missing.length > 0 && { pictureArray: waits ? '照片还在上传，请稍候' : `请上传${missing.join('、')}的照片` }),
    ...(!agreed.agree && { agree: `请先阅读并同意${paperNotice.title}` }),
    ...(!agreed.companyAgree && { companyAgree: '请先确认已获授权' }),
  }
}

function refusalFaults(fault: unknown): Faults {
  if (!(fault instanceof CallRefusal)) return { form: '提交失败，请稍后重试' }
  const known = fields.find((name) => name === fault.data.field)
  return { [known ?? 'form']: fault.message }
}

/** A foreign company's number begins with where it is registered. */
const numberOf = (kind: CompanyKind, registry: string, typed: string) =>
  kind === 'foreign' ? `${registry}-${typed.trim()}` : typed

type CompanyReviewFormProps = {
  /** The name a contract asks for. */
  lockedName?: string | undefined
  tenantId?: string | undefined
  /** What was submitted before, and is to be put right. */
  before?: CompanyAuth | undefined
  /** The choice of another way. */
  ways: ReactNode
  onSubmitted: (submitted: Output<Table['submitCompanyReview']>) => void
  /** The company of that code is authenticated already. */
  onTaken: (creditCode: string) => void
  onBack?: (() => void) | undefined
}

/** Papers of a company for somebody of the platform to look at: of one that no machine knows, or without account. */
export function CompanyReviewForm({
  lockedName,
  tenantId,
  before,
  ways,
  onSubmitted,
  onTaken,
  onBack,
}: CompanyReviewFormProps) {
  const [kind, setKind] = useState<CompanyKind>(before?.kind ?? 'enterprise')
  const [companyName, setCompanyName, forgetName] = useFormDraft('companyName', before?.companyName)
  const [creditCode, setCreditCode, forgetCode] = useFormDraft('creditCode', before?.creditCode)
  const [legalName, setLegalName, forgetLegal] = useFormDraft('legalName')
  const [registry, setRegistry] = useState('HK')
  const [agreed, setAgreed] = useState<Agreed>({ agree: false, companyAgree: false })
  const { photos, choose, forget } = usePhotos('company')
  const { form, faults, show } = useFaults<FieldName>()
  const keyOf = useRepeatKey()
  const typed: Typed = {
    kind,
    companyName: lockedName ?? companyName,
    creditCode: numberOf(kind, registry, creditCode),
    legalName,
  }
  const { busy, submit } = useSubmit({
    show,
    check: () => faultsOf(typed, photos, agreed),
    send: async () => {
      const asked: Input<Table['submitCompanyReview']> = {
        ...typed,
        pictureArray: companyPapers[kind].map((_, index) => photos[index]?.pictureId ?? ''),
        agree: 1,
        companyAgree: 1,
        ...(tenantId !== undefined && { tenantId }),
        ...(before && { replaces: before.authid }),
      }
      const submitted = await call('submitCompanyReview', asked, { key: keyOf(asked) })
      for (const drop of [forgetName, forgetCode, forgetLegal]) drop()
      onSubmitted(submitted)
    },
    read: (fault) => {
      if (isTaken(fault) && kind !== 'foreign') onTaken(creditCode)
      return refusalFaults(fault)
    },
  })
  return (
    <form ref={form} className="person-auth card" noValidate onSubmit={submit} aria-labelledby="company-review-title">
      <h1 id="company-review-title" className="h1">
        企业认证
      </h1>
      {ways}
      <FormFault>{faults.form}</FormFault>
      <SelectField
        label="单位类型"
        options={kinds}
        value={kind}
        onChange={(chosen) => {
          setKind(chosen)
          // They show the papers of the kind that was chosen before.
          forget()
        }}
      />
      <Field
        label="单位名称"
        autoComplete="organization"
        maxLength={100}
        placeholder={`与${companyPapers[kind][0]}一致`}
        value={typed.companyName}
        error={faults.companyName}
        {...(lockedName !== undefined && { readOnly: true, hint: '合同邀请的企业，不能更改。' })}
        onChange={(event) => setCompanyName(event.target.value)}
      />
      <NumberAndLegal
        kind={kind}
        faults={faults}
        registry={[registry, setRegistry]}
        number={[creditCode, setCreditCode]}
        legal={[legalName, setLegalName]}
      />
      <PaperPhotos
        legend="证照照片"
        shows={companyPapers[kind]}
        photos={photos}
        fault={faults.pictureArray}
        onChoose={(index, file) => void choose(index, file)}
      />
      <ReviewConsents agreed={agreed} faults={faults} onChange={setAgreed} />
      <Button type="submit" variant="primary" size="xl" block busy={busy}>
        提交审核
      </Button>
      {onBack && (
        <Button size="xl" block onClick={onBack}>
          返回
        </Button>
      )}
      <p className="person-auth-note">
        <ShieldCheck size={16} />
        照片加密保存，审核结束{paperKeptDays}天后删除。
      </p>
    </form>
  )
}

type ReviewConsentsProps = { agreed: Agreed; faults: Faults; onChange: (agreed: Agreed) => void }

/** What the letter must say, and the two consents. */
const ReviewConsents = ({ agreed, faults, onChange }: ReviewConsentsProps) => (
  <>
    <p className="person-auth-note">授权书写明由您办理本平台的认证和签署，加盖单位公章后拍照。</p>
    <Check
      checked={agreed.agree}
      error={faults.agree}
      onChange={({ target }) => onChange({ ...agreed, agree: target.checked })}
    >
      我同意平台人员查看以上照片，用于核验单位身份
      <a href={hrefOf(`/documentCenter?columnId=${paperNotice.columnId}`)} target="_blank" rel="noreferrer">
        《{paperNotice.title}》
      </a>
    </Check>
    <Check
      checked={agreed.companyAgree}
      error={faults.companyAgree}
      onChange={({ target }) => onChange({ ...agreed, companyAgree: target.checked })}
    >
      我已获单位授权，并以单位名义申请数字证书
    </Check>
  </>
)

type Answer = readonly [string, (text: string) => void]
type NumberAndLegalProps = { kind: CompanyKind; faults: Faults } & Record<'registry' | 'number' | 'legal', Answer>

/** Under which number it is registered, and who represents it; both are called otherwise abroad. */
function NumberAndLegal({ kind, faults, registry, number, legal }: NumberAndLegalProps) {
  const isForeign = kind === 'foreign'
  const [paper] = companyPapers[kind]
  return (
    <>
      {isForeign && <SelectField label="注册地" options={registries} value={registry[0]} onChange={registry[1]} />}
      <Field
        label={isForeign ? '注册编号' : '统一社会信用代码'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={30}
        placeholder={isForeign ? '在注册证明上' : `18位，在${paper}上`}
        value={number[0]}
        error={faults.creditCode}
        onChange={(event) => number[1](event.target.value)}
      />
      <Field
        label={isForeign ? '董事或授权签字人姓名' : '法定代表人或负责人姓名'}
        autoComplete="off"
        maxLength={50}
        placeholder={`与${paper}一致`}
        value={legal[0]}
        error={faults.legalName}
        onChange={(event) => legal[1](event.target.value)}
      />
    </>
  )
}
