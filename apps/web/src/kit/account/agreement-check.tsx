import { agreementVersions } from '@moqi/domain/account/agreements'
import { hrefOf } from '../../router/leave.ts'
import { Check } from '../../ui/field.tsx'

type AgreementCheckProps = { agreed: boolean; error: string | undefined; onChange: (agreed: boolean) => void }

/** 我已阅读并同意, with the documents opening in a window of their own. */
export function AgreementCheck({ agreed, error, onChange }: AgreementCheckProps) {
  return (
    <Check name="agree" checked={agreed} error={error} onChange={(event) => onChange(event.target.checked)}>
      我已阅读并同意
      {agreementVersions.map(({ columnId, title }) => (
        <a key={columnId} href={hrefOf(`/documentCenter?columnId=${columnId}`)} target="_blank" rel="noreferrer">
          《{title}》
        </a>
      ))}
    </Check>
  )
}
