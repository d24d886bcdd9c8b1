import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { mostUses } from '@moqi/domain/seals/seal-watch'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { Switch } from '../../ui/switch.tsx'
import { sealKeys } from './seal-keys.ts'
import './watch-sheet.css'

type Watch = Output<Table['getSealWatch']>

const title = '用印异常提醒'

/** When and how often seals are usually used; what is not is told to who manages them. */
export function WatchSheet({ tenantId, onClose }: { tenantId: string; onClose: () => void }) {
  const watch = useQuery({
    queryKey: sealKeys.watch(tenantId),
    queryFn: ({ signal }) => call('getSealWatch', {}, { signal }),
    staleTime: 0,
  })
  if (watch.data && !watch.isFetching) return <WatchForm watch={watch.data} onClose={onClose} />
  return (
    <Sheet title={title} width={480} onClose={onClose}>
      {watch.isError ? (
        <LoadingFailed onRetry={() => void watch.refetch()} busy={watch.isFetching} />
      ) : (
        <Skeleton rows={4} height={44} />
      )}
    </Sheet>
  )
}

function WatchForm({ watch, onClose }: { watch: Watch; onClose: () => void }) {
  const [set, change] = useState(watch)
  const { enabled, dayArray, fromMinute, untilMinute, perHour, perDay } = set
  const day = (number: number, on: boolean) =>
    change({ ...set, dayArray: on ? [...dayArray, number].toSorted() : dayArray.filter((one) => one !== number) })
  return (
    <FormSheet
      title={title}
      confirm="保存"
      send={() => call('saveSealWatch', set)}
      onDone={() => {
        success('用印提醒已保存')
        onClose()
      }}
      onClose={onClose}
    >
      <label className="spread">
        <span>
          <b>提醒异常用印</b>
          <br />
          <span className="small muted">通知管理员与印章管理员，每枚印章每天最多一次；不会阻止签署</span>
        </span>
        <Switch checked={enabled === 1} onChange={(on) => change({ ...set, enabled: on ? 1 : 0 })} />
      </label>
      {enabled === 1 && (
        <>
          <fieldset className="watch-days">
            <legend>工作日</legend>
            {[...'一二三四五六日'].map((name, index) => (
              <label key={name}>
                <input
                  type="checkbox"
                  className="sr"
                  checked={dayArray.includes(index + 1)}
                  onChange={(event) => day(index + 1, event.target.checked)}
                />
                <span className="sr">周</span>
                {name}
              </label>
            ))}
          </fieldset>
          <div className="watch-pair">
            <SelectField
              label="开始时间"
              value={String(fromMinute)}
              options={hours(0, 23)}
              onChange={(minute) => change({ ...set, fromMinute: Number(minute) })}
            />
            <SelectField
              label="结束时间"
              value={String(untilMinute)}
              options={hours(1, 24)}
              onChange={(minute) => change({ ...set, untilMinute: Number(minute) })}
            />
          </div>
          <div className="watch-pair">
            <Count label="每小时最多（次）" value={perHour} onChange={(value) => change({ ...set, perHour: value })} />
            <Count label="每天最多（次）" value={perDay} onChange={(value) => change({ ...set, perDay: value })} />
          </div>
        </>
      )}
    </FormSheet>
  )
}

type CountProps = { label: string; value: number; onChange: (value: number) => void }

const Count = ({ label, value, onChange }: CountProps) => (
  <FieldFrame label={label}>
    {(said) => (
      <NumberInput
        {...said}
        size="l"
        step={1}
        min={1}
        max={mostUses}
        inputMode="numeric"
        value={value}
        onChange={(number) => onChange(Math.round(number ?? 1))}
      />
    )}
  </FieldFrame>
)

const hours = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    value: String((first + index) * 60),
    label: `${String(first + index).padStart(2, '0')}:00`,
  }))
