import type { PersonReview } from '@moqi/api/person-review'
import {
  checkPaperBirth,
  checkPaperNumber,
  paperNames,
  paperPictures,
  tellsBirth,
} from '@moqi/domain/identity/person-paper'
import { isEverForGood } from '@moqi/domain/identity/paper-term'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { CaseSheet } from '../../kit/operator/case-sheet.tsx'
import { endFault, PaperEnd, type ReadEnd, unreadEnd, wireEnd } from '../../kit/operator/paper-end.tsx'
import { useDecision } from '../../kit/operator/use-decision.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Check, Field } from '../../ui/field.tsx'

type Faults = Partial<Record<string, string>>
type Typed = { idNumber: string; birthday: string; end: ReadEnd; compared: boolean }

function faultsOf({ paper }: PersonReview, { compared, end, ...typed }: Typed): Faults {
  const today = shanghaiDate(Date.now())
  const id = checkPaperNumber(paper, typed.idNumber, today)
  const born = checkPaperBirth(paper, typed, today)
  return {
    ...(!id.ok && { idNumber: id.message }),
    ...(!tellsBirth(paper) && !born.ok && { birthday: born.message }),
    ...endFault(end),
    ...(!compared && { compared: '请核对后勾选' }),
  }
}

/** The pictures beside what was declared: it passes with the number read from them, or it is refused with a reason. */
export function ReviewSheet({ review, onClose }: { review: PersonReview; onClose: () => void }) {
  const { authid, realName, paper, phone, submitTime } = review
  const [typed, setTyped] = useState<Typed>({ idNumber: '', birthday: '', end: unreadEnd, compared: false })
  const [faults, setFaults] = useState<Faults>({})
  const { busy, decide } = useDecision((field, message) => setFaults({ [field]: message }), onClose)
  const pass = () => {
    const found = faultsOf(review, typed)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    const { idNumber, birthday } = typed
    const read = { authid, idNumber, birthday, validUntil: wireEnd(typed.end) }
    void decide('pass', () => call('passPersonReview', read), `${realName}的实名认证已通过`)
  }
  return (
    <CaseSheet
      title="审核实名认证"
      of={authid}
      shows={paperPictures[paper]}
      look={(index, signal) => callBlob('personReviewPicture', { authid, picture: index + 1 }, { signal, quiet: true })}
      facts={[
        ['姓名', realName],
        ['证件', paperNames[paper]],
        ['手机号', phone],
        ['提交时间', formatDate(submitTime)],
      ]}
      reasonHint="照片反光，看不清号码"
      busy={busy}
      reasonFault={faults.reason}
      onPass={pass}
      onRefuse={(reason) =>
        void decide('refuse', () => call('refusePersonReview', { authid, reason }), '已不予通过，原因已告知申请人')
      }
      onReasonFault={(reason) => setFaults({ reason })}
      onClose={onClose}
    >
      <ReadFromPictures review={review} typed={typed} faults={faults} onChange={setTyped} />
    </CaseSheet>
  )
}

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
    <PaperEnd
      end={typed.end}
      mayBeForGood={isEverForGood(paper)}
      error={faults.validUntil}
      onChange={(end) => onChange({ ...typed, end })}
    />
    <Check
      checked={typed.compared}
      error={faults.compared}
      onChange={({ target }) => onChange({ ...typed, compared: target.checked })}
    >
      姓名与证件一致，证件在有效期内，手持证件的是本人
    </Check>
  </>
)
