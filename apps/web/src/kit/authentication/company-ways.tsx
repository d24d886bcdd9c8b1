import { type CompanyWay, companyWayNames, companyWays } from '@moqi/domain/identity/company-way'
import { SelectField } from '../../ui/select-field.tsx'

const says: Readonly<Record<CompanyWay, string>> = {
  payment: '核对通过后，我们向对公账户汇入一笔不足1元的款项，填写到账金额即完成认证。',
  reverse: '企业从自己的对公账户转出0.01元，到账即完成认证，无需等待我们汇款。0.01元不退还。',
  letter: '法定代表人收到短信，实名后签署授权书即完成认证，无需对公账户。法定代表人可以没有账号。',
  manualReview: '没有对公账户，或单位不是企业时，由平台人员对照证照核对，通常需要1–2个工作日。',
}

type CompanyWaysProps = {
  way: CompanyWay
  /** Whether somebody of the platform looks at papers at all. */
  hasReview: boolean
  /** Whether a company can pay from its own account. */
  hasReverse: boolean
  onChange: (way: CompanyWay) => void
}

/** By what a company is to be authenticated, and what that takes. */
export const CompanyWays = ({ way, hasReview, hasReverse, onChange }: CompanyWaysProps) => (
  <SelectField
    label="认证方式"
    options={companyWays
      .filter((one) => (hasReview || one !== 'manualReview') && (hasReverse || one !== 'reverse'))
      .map((value) => ({ value, label: companyWayNames[value] }))}
    value={way}
    hint={says[way]}
    onChange={onChange}
  />
)
