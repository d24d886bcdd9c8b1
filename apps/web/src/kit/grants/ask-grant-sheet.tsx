import { grantWishes } from '@moqi/domain/seals/grant-request'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { useId, useState } from 'react'
import { call } from '../../client/call.ts'
import { useFormDraft } from '../../client/use-form-draft.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { success } from '../../ui/toast-store.ts'
import { useSheetForm } from '../form/use-sheet-form.ts'
import { type GrantAsking, wishExplained } from './request-words.ts'
import '../form/form-sheet.css'
import './ask-grant.css'

const monthMs = 30 * 86_400_000

type AskGrantSheetProps = { signId: string; asking: GrantAsking; onDone: () => void; onClose: () => void }

/** Which seal, for what and until when one asks to be let use it, and why: told to whoever may grant it. */
export function AskGrantSheet({ signId, asking, onDone, onClose }: AskGrantSheetProps) {
  const { sealArray, wishArray } = asking
  const form = useId()
  const [sealId, setSeal] = useState(sealArray[0]?.sealId ?? '')
  const [grantWish, setWish] = useState(wishArray[0] ?? 'contract')
  const [today] = useState(() => Date.now())
  const [day, setDay] = useState(deadlineDay(today + monthMs))
  const [reason, setReason, forget] = useFormDraft(`askForGrant ${signId}`)
  const key = useRepeatKey()
  const {
    form: box,
    faultOf,
    submit,
    busy,
  } = useSheetForm<'sealId' | 'endTime' | 'reason', { grantorArray: string[] }>({
    check: () => ({
      ...(deadlineOf(day) === null && { endTime: '请选择授权截止日期' }),
      ...([...reason.trim()].length < 2 && { reason: '请填写原因(2-200字)' }),
    }),
    send() {
      const asked = { signId, sealId, grantWish, endTime: deadlineOf(day) ?? 0, reason: reason.trim() }
      return call('askForGrant', asked, { key: key(asked) })
    },
    onDone({ grantorArray }) {
      forget()
      success(`已通知${grantorArray.join('、')}`)
      onDone()
    },
    otherwise: 'sealId',
  })
  const close = () => {
    forget()
    onClose()
  }
  const grantors = sealArray.find((one) => one.sealId === sealId)?.grantorArray ?? []
  return (
    <Sheet
      title="申请印章授权"
      onClose={close}
      footer={
        <>
          <Button onClick={close}>取消</Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            提交申请
          </Button>
        </>
      }
    >
      <form ref={box} id={form} className="form-sheet" noValidate onSubmit={submit}>
        <SelectField
          label="印章"
          error={faultOf('sealId')}
          hint={`由${grantors.join('、')}处理`}
          value={sealId}
          options={sealArray.map((one) => ({ value: one.sealId, label: one.sealName }))}
          onChange={setSeal}
        />
        <Wishes asking={asking} value={grantWish} onChange={setWish} />
        <DateField
          label="授权至"
          error={faultOf('endTime')}
          hint="最长3年，当日23:59:59失效"
          value={day}
          min={deadlineDay(today)}
          onChange={setDay}
        />
        <TextArea
          label="申请理由"
          rows={3}
          maxLength={200}
          error={faultOf('reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Sheet>
  )
}

type Wish = keyof typeof grantWishes
type WishesProps = { asking: GrantAsking; value: Wish; onChange: (wish: Wish) => void }

function Wishes({ asking, value, onChange }: WishesProps) {
  const name = useId()
  return (
    <fieldset className="ask-wishes">
      <legend>授权范围</legend>
      {asking.wishArray.map((wish) => (
        <label key={wish}>
          <input type="radio" name={name} checked={wish === value} onChange={() => onChange(wish)} />
          <span>
            {grantWishes[wish]}
            <span className="small muted">{wishExplained(wish, asking)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
