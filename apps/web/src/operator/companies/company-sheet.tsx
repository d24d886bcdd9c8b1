import type { CompanyReview } from '@moqi/api/company-review'
import { checkCompanyNumber, companyKindNames, companyPapers } from '@moqi/domain/identity/company-paper'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { CaseSheet } from '../../kit/operator/case-sheet.tsx'
import { endFault, PaperEnd, unreadEnd, wireEnd } from '../../kit/operator/paper-end.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Check, Field } from '../../ui/field.tsx'

type Faults = Partial<Record<string, string>>
type CompanySheetProps = { review: CompanyReview; reviewers: number; onClose: () => void }

/** A company's papers beside what was declared: they pass with the number read from them, or are refused. */
export function CompanySheet({ review, reviewers, onClose }: CompanySheetProps) {
  const { authid, kind, companyName, hasFirst } = review
  const [creditCode, setCreditCode] = useState('')
  const [end, setEnd] = useState(unreadEnd)
  const [compared, setCompared] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const isFirst = reviewers === 2 && hasFirst === 0
  const pass = () => {
    const code = checkCompanyNumber(kind, creditCode)
    const found = {
      ...(!code.ok && { creditCode: code.message }),
      ...endFault(end),
      ...(!compared && { compared: '请核对后勾选' }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const done = isFirst ? `${companyName}已通过初审，等待另一人复核` : `${companyName}的企业认证已通过`
    void decide('pass', () => call('passCompanyReview', { authid, creditCode, validUntil: wireEnd(end) }), done)
  }
  return (
    <CaseSheet
      title={reviewers === 2 ? `审核企业认证（${isFirst ? '初审' : '复核'}）` : '审核企业认证'}
      of={authid}
      shows={companyPapers[kind]}
      look={(index, signal) =>
        callBlob('companyReviewPicture', { authid, picture: index + 1 }, { signal, quiet: true })
      }
      facts={[
        ['单位名称', companyName],
        ['单位类型', companyKindNames[kind]],
        ['负责人', review.legalName],
        ['办理人', `${review.operatorName}　${review.phone}`],
        ['提交时间', formatDate(review.submitTime)],
      ]}
      reasonHint="营业执照不清晰，看不清号码"
      busy={busy}
      reasonFault={faults.reason}
      onPass={pass}
      onRefuse={(reason) =>
        void decide('refuse', () => call('refuseCompanyReview', { authid, reason }), '已不予通过，原因已告知申请人')
      }
      onReasonFault={(reason) => setFaults({ reason })}
      onClose={onClose}
    >
      <Field
        label={kind === 'foreign' ? '照片上的注册地和编号' : '照片上的统一社会信用代码'}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={
          kind === 'foreign'
            ? '照着照片录入，如 HK-1234567，与申请人填写的一致才能通过'
            : '照着照片录入，与申请人填写的一致才能通过'
        }
        value={creditCode}
        error={faults.creditCode}
        onChange={(event) => setCreditCode(event.target.value)}
      />
      <PaperEnd end={end} mayBeForGood error={faults.validUntil} onChange={setEnd} />
      <Check checked={compared} error={faults.compared} onChange={({ target }) => setCompared(target.checked)}>
        名称、负责人与证照一致，证照在有效期内，授权书盖章并授权该办理人
      </Check>
    </CaseSheet>
  )
}
