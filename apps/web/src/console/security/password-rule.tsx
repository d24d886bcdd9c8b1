import { entryLimits } from '@moqi/domain/spaces/entry-rule'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Select } from '../../ui/select.tsx'
import { success } from '../../ui/toast-store.ts'
import { type RuleProps, RuleRow } from './rule-row.tsx'

type Length = (typeof entryLimits.passwordLengths)[number]
type Days = (typeof entryLimits.passwordDays)[number]

/** 密码规则: how long members' passwords are, and whether age alone makes one change. */
export function PasswordRule({ rules, onChanged }: RuleProps) {
  const { version, password } = rules
  const keyOf = useRepeatKey()
  const saving = useMutation({
    mutationFn: (change: { leastLength: Length } | { ageDays: Days | null }) => {
      const leastLength = entryLimits.passwordLengths.find((one) => one === password.leastLength) ?? 8
      const ageDays = entryLimits.passwordDays.find((one) => one === password.ageDays) ?? null
      const input = { version, leastLength, ageDays, ...change }
      return call('savePasswordRule', input, { key: keyOf(input) })
    },
    onSuccess: () => success('密码规则已保存'),
    onError: showRefusal,
    onSettled: (saved) => onChanged(saved?.version),
  })
  return (
    <RuleRow
      title="密码规则"
      act={
        <>
          <Select<number>
            aria-label="密码最短长度"
            value={password.leastLength}
            options={entryLimits.passwordLengths.map((value) => ({ value, label: `至少${value}位` }))}
            onChange={(value) => {
              const leastLength = entryLimits.passwordLengths.find((one) => one === value)
              if (leastLength) saving.mutate({ leastLength })
            }}
          />
          <Select<number>
            aria-label="密码多久更换"
            value={password.ageDays ?? 0}
            options={[
              { value: 0, label: '不定期更换' },
              ...entryLimits.passwordDays.map((value) => ({ value, label: `${value}天更换` })),
            ]}
            onChange={(value) =>
              saving.mutate({ ageDays: entryLimits.passwordDays.find((one) => one === value) ?? null })
            }
          />
        </>
      }
    >
      平台要求大小写字母、数字、特殊字符中的三种，并拒绝常见的泄露密码。长度从成员下一次设置密码起生效。默认不要求定期更换：定期更换使人选用更简单、只改一位的密码，只在有要求时再开启。
    </RuleRow>
  )
}
