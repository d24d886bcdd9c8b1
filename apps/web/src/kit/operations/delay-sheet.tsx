import { dayMs } from '@moqi/domain/time/civil-date'
import { deadlineDay, deadlineOf } from '@moqi/domain/time/deadline'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { DateField } from '../../ui/date-field.tsx'
import type { ContractRow } from '../contract/contract-row.ts'
import { SheetForm, type SheetFault } from './sheet-form.tsx'

type DelaySheetProps = {
  row: Pick<ContractRow, 'signId' | 'taskName' | 'signExpireTime'>
  onDone: () => void
  onClose: () => void
}

/** 延期: another day, later than the present deadline. */
export function DelaySheet({ row, onDone, onClose }: DelaySheetProps) {
  const before = row.signExpireTime
  const [day, setDay] = useState(before === null ? '' : deadlineDay(before + 7 * dayMs))
  const [fault, setFault] = useState<SheetFault | null>(null)
  const chosen = deadlineOf(day)
  const check = (): SheetFault | null => {
    if (chosen === null) return { field: 'signExpireTime', message: '请选择新的截止日期' }
    if (before === null || chosen > before) return null
    return { field: 'signExpireTime', message: '新的截止时间需晚于原截止时间' }
  }
  return (
    <SheetForm
      title="延期"
      confirm="确定延期"
      check={check}
      send={(key) => call('delayTask', { signId: row.signId, signExpireTime: chosen ?? 0 }, { key })}
      onDone={onDone}
      onFault={setFault}
      onClose={onClose}
    >
      <p className="ask-detail">
        《{row.taskName}》当前截止时间为{formatDate(before, '{y}-{m}-{d} {h}:{i}')}，延期后会通知待签署方。
      </p>
      <div className="ask-more">
        <DateField
          label="新的截止日期"
          data-first
          min={deadlineDay(before)}
          value={day}
          error={fault?.message}
          hint="当日23:59:59前可签署，最长不超过发起后365天"
          onChange={setDay}
        />
      </div>
    </SheetForm>
  )
}
