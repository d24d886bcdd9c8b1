import type { PersonReview } from '@moqi/api/person-review'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkPaperBirth, checkPaperNumber, paperNames, tellsBirth } from '@moqi/domain/identity/person-paper'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Check, Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { ReviewPictures } from './review-pictures.tsx'

type Faults = Partial<Record<string, string>>
type Typed = { idNumber: string; birthday: string; compared: boolean }

function faultsOf({ paper }: PersonReview, { compared, ...typed }: Typed): Faults {
  const today = shanghaiDate(Date.now())
  const id = checkPaperNumber(paper, typed.idNumber, today)
  const born = checkPaperBirth(paper, typed, today)
  return {
    ...(!id.ok && { idNumber: id.message }),
    ...(!tellsBirth(paper) && !born.ok && { birthday: born.message }),
    ...(!compared && { compared: '请核对后勾选' }),
  }
}

/** The pictures beside what was declared: it passes with the number read from them, or it is refused with a reason. */
export function ReviewSheet({ review, onClose }: { review: PersonReview; onClose: () => void }) {
  const { authid, realName } = review
  const [typed, setTyped] = useState<Typed>({ idNumber: '', birthday: '', compared: false })
  const [reason, setReason] = useState('')
  const [refusing, setRefusing] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const pass = () => {
    const found = faultsOf(review, typed)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { idNumber, birthday } = typed
    void decide('pass', () => call('passPersonReview', { authid, idNumber, birthday }), `${realName}的实名认证已通过`)
  }
  const refuse = () => {
    const checked = checkReason(reason)
    if (!checked.ok) return setFaults({ reason: checked.message })
    void decide('refuse', () => call('refusePersonReview', { authid, reason }), '已不予通过，原因已告知申请人')
  }
  return (
    <Sheet
      title="审核实名认证"
      width={1040}
      onClose={onClose}
      footer={
        refusing ? (
          <>
            <Button onClick={() => setRefusing(false)}>返回</Button>
            <Button variant="danger" busy={busy === 'refuse'} onClick={refuse}>
              不予通过
            </Button>
          </>
        ) : (
          <>
            <Button onClick={() => setRefusing(true)}>不予通过…</Button>
            <Button variant="primary" busy={busy === 'pass'} onClick={pass}>
              审核通过
            </Button>
          </>
        )
      }
    >
      <div className="review-case">
        <ReviewPictures review={review} />
        <div className="review-side">
          <Declared review={review} />
          {refusing ? (
            <TextArea
              label="不予通过的原因"
              rows={3}
              maxLength={200}
              hint="原样告知申请人，其可以重新提交，如：照片反光，看不清号码"
              value={reason}
              error={faults.reason}
              onChange={(event) => setReason(event.target.value)}
            />
          ) : (
            <ReadFromPictures review={review} typed={typed} faults={faults} onChange={setTyped} />
          )}
        </div>
      </div>
    </Sheet>
  )
}

const Declared = ({ review: { realName, paper, phone, submitTime } }: { review: PersonReview }) => (
  <Facts
    className="review-facts"
    facts={[
      ['姓名', realName],
      ['证件', paperNames[paper]],
      ['手机号', phone],
      ['提交时间', formatDate(submitTime)],
    ]}
  />
)

type ReadProps = { review: PersonReview; typed: Typed; faults: Faults; onChange: (typed: Typed) => void }

/** What the operator reads: nothing of it is shown beforehand, so that it is read. */
const ReadFromPictures = ({ review: { paper }, typed, faults, onChange }: ReadProps) => (
  <>
    <Field
      label="照片上的证件号码"
      maxLength={30}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      hint="照着照片录入，与申请人填写的一致才能通过"
      value={typed.idNumber}
      error={faults.idNumber}
      onChange={(event) => onChange({ ...typed, idNumber: event.target.value })}
    />
    {!tellsBirth(paper) && (
      <DateField
        label="照片上的出生日期"
        autoComplete="off"
        value={typed.birthday}
        error={faults.birthday}
        onChange={(birthday) => onChange({ ...typed, birthday })}
      />
    )}
    <Check
      checked={typed.compared}
      error={faults.compared}
      onChange={({ target }) => onChange({ ...typed, compared: target.checked })}
    >
      姓名与证件一致，证件在有效期内，手持证件的是本人
    </Check>
  </>
)
