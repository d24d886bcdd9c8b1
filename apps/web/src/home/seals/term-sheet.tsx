import type { CompanySeal } from '@moqi/api/company-seal'
import { sealWarningDays } from '@moqi/domain/seals/seal-term'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useNow } from '../../ui/use-now.ts'

type TermSheetProps = { seal: CompanySeal; onDone: () => void; onClose: () => void }

/** Until when a seal may be used: without end, or through a day. */
export function TermSheet({ seal: { sealId, sealName, expireTime }, onDone, onClose }: TermSheetProps) {
  const now = useNow()
  const [ends, setEnds] = useState(expireTime !== null)
  const [day, setDay] = useState(expireTime === null ? '' : deadlineDay(expireTime))
  const until = ends ? deadlineOf(day) : null
  return (
    <FormSheet
      title={`“${sealName}”的有效期`}
      confirm="保存"
      send={() => call('pcSealUpdate', { sealId, expireTime: until })}
      onDone={onDone}
      onClose={onClose}
      ready={!ends || until !== null}
    >
      <Segmented
        label="有效期"
        options={[
          { value: 'none', label: '长期' },
          { value: 'day', label: '指定日期' },
        ]}
        value={ends ? 'day' : 'none'}
        onChange={(choice) => setEnds(choice === 'day')}
      />
      {ends && (
        <DateField
          label="有效期至"
          hint={`当日23:59:59到期，之后不能再用于签署；提前${sealWarningDays}天通知管理员`}
          min={deadlineDay(now)}
          value={day}
          onChange={setDay}
        />
      )}
    </FormSheet>
  )
}
