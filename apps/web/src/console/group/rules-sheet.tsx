import type { CompanyGroup, GroupCompany } from '@moqi/api/company-group'
import { groupLimits } from '@moqi/domain/groups/group-rules'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { SelectField } from '../../ui/select-field.tsx'

type RulesProps = {
  group: CompanyGroup
  others: readonly GroupCompany[] | null
  onDone: () => void
  onClose: () => void
}

const none = '-'
const graceWords = (days: number) => (days === 0 ? '必须，立即生效' : `必须，宽限${days}天`)
const hourWords = (hours: number) => (hours % 24 === 0 ? `不超过${hours / 24}天` : `不超过${hours}小时`)
const written = (value: number | null) => (value === null ? none : String(value))

/** Sets the rules, having said how many they are for. */
export function RulesSheet({ group, others, onDone, onClose }: RulesProps) {
  const [grace, setGrace] = useState(written(group.rules.graceDays))
  const [hours, setHours] = useState(written(group.rules.longestHours))
  const keyOf = useRepeatKey()
  const input = {
    version: group.version,
    graceDays: groupLimits.graceDays.find((days) => String(days) === grace) ?? null,
    longestHours: groupLimits.longestHours.find((one) => String(one) === hours) ?? null,
  }
  const people = others?.reduce((sum, { figures }) => sum + figures.memberNumber, 0)
  return (
    <FormSheet
      title="修改集团规则"
      confirm="保存规则"
      send={() => call('saveGroupRules', input, { key: keyOf(input) })}
      onDone={onDone}
      onClose={onClose}
    >
      <SelectField
        label="全员双因子登录"
        value={grace}
        options={[
          { value: none, label: '由各企业自行决定' },
          ...groupLimits.graceDays.map((days) => ({ value: String(days), label: graceWords(days) })),
        ]}
        onChange={setGrace}
      />
      <SelectField
        label="会话时长"
        value={hours}
        options={[
          { value: none, label: '由各企业自行决定' },
          ...groupLimits.longestHours.map((one) => ({ value: String(one), label: hourWords(one) })),
        ]}
        onChange={setHours}
      />
      <p className="muted">
        {`保存后适用于集团的${group.companyNumber}家企业${people === undefined ? '' : `、${people}名成员`}，含本企业；与企业自己的规则相比，更严的生效。规则收紧时，各企业管理员会收到通知。`}
      </p>
    </FormSheet>
  )
}
