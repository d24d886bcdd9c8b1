import type { AppealReview } from '@moqi/api/appeal'
import { checkCreditCode } from '@moqi/domain/identity/company'
import { appealPapers, appealReasons } from '@moqi/domain/spaces/appeal-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { CaseSheet } from '../../kit/operator/case-sheet.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Check, Field, FormFault } from '../../ui/field.tsx'

type Faults = Partial<Record<string, string>>
type AppealSheetProps = { appeal: AppealReview; reviewers: number; onClose: () => void }

/** An appeal with its papers and what both sides say beside each other: it is granted, or refused with a reason. */
export function AppealSheet({ appeal, reviewers, onClose }: AppealSheetProps) {
  const { appealId, companyName, hasFirst, appellantName } = appeal
  const [creditCode, setCreditCode] = useState('')
  const [compared, setCompared] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const isFirst = reviewers === 2 && hasFirst === 0
  const grant = () => {
    const code = checkCreditCode(creditCode)
    const found = { ...(!code.ok && { creditCode: code.message }), ...(!compared && { compared: '请核对后勾选' }) }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const done = isFirst
      ? `${companyName}的申诉已初审准予，等待另一人复核`
      : `${appellantName}已成为${companyName}的管理员`
    void decide('pass', () => call('grantAppeal', { appealId, creditCode }), done)
  }
  return (
    <CaseSheet
      title={reviewers === 2 ? `审核管理员申诉（${isFirst ? '初审' : '复核'}）` : '审核管理员申诉'}
      of={appealId}
      shows={appealPapers}
      look={(index, signal) => callBlob('appealPicture', { appealId, picture: index + 1 }, { signal, quiet: true })}
      facts={[
        ['企业', companyName],
        ['申诉原因', appealReasons[appeal.appealReason]],
        ['提交时间', formatDate(appeal.submitTime)],
        ['异议截止', formatDate(appeal.objectUntil)],
      ]}
      reasonHint="授权书没有法定代表人签字"
      busy={busy}
      reasonFault={faults.reason}
      onPass={grant}
      onRefuse={(reason) =>
        void decide('refuse', () => call('refuseAppeal', { appealId, reason }), '已不予支持，原因已告知申诉人')
      }
      onReasonFault={(reason) => setFaults({ reason })}
      onClose={onClose}
    >
      <Sides appeal={appeal} />
      <FormFault>{faults.form}</FormFault>
      <Field
        label="照片上的统一社会信用代码"
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint="照着照片录入，与该企业认证的一致才能准予"
        value={creditCode}
        error={faults.creditCode}
        onChange={(event) => setCreditCode(event.target.value)}
      />
      <Check checked={compared} error={faults.compared} onChange={({ target }) => setCompared(target.checked)}>
        授权书由法定代表人签字并盖章，指定申诉人为管理员；已看双方说明
      </Check>
    </CaseSheet>
  )
}

const Sides = ({ appeal }: { appeal: AppealReview }) => (
  <div className="appeal-sides">
    <section aria-label="申诉人">
      <h3>申诉人{appeal.isMember === 1 && '（企业成员）'}</h3>
      <p className="small num">
        {appeal.appellantName}　{appeal.appellantPhone}
      </p>
      <p>{appeal.statement}</p>
    </section>
    <section aria-label="现管理员">
      <h3>现管理员</h3>
      <p className="small num">
        {appeal.adminName}　{appeal.adminPhone}
      </p>
      <p>{appeal.objection ?? '未提出异议'}</p>
      {appeal.objectTime !== null && <p className="small muted num">{formatDate(appeal.objectTime)}</p>}
    </section>
  </div>
)
