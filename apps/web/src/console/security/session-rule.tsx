import { entryLimits } from '@moqi/domain/spaces/entry-rule'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Select } from '../../ui/select.tsx'
import { success } from '../../ui/toast-store.ts'
import { type RuleProps, RuleRow } from './rule-row.tsx'

type Idle = (typeof entryLimits.idleMinutes)[number]
type Longest = (typeof entryLimits.longestHours)[number]

const minutes = (number: number) => (number < 60 ? `${number}分钟` : `${number / 60}小时`)
const hours = (number: number) => (number <= 24 ? `${number}小时` : `${number / 24}天`)
const none = { value: 0, label: '不另行限制' } as const

/** 会话时长: how long a member may pause, and how long a session opens the company's space at all. */
export function SessionRule({ rules, onChanged }: RuleProps) {
  const { version, session, group } = rules
  const keyOf = useRepeatKey()
  const saving = useMutation({
    mutationFn: (change: { idleMinutes: Idle | null } | { longestHours: Longest | null }) => {
      const idle = entryLimits.idleMinutes.find((one) => one === session.idleMinutes) ?? null
      const longest = entryLimits.longestHours.find((one) => one === session.longestHours) ?? null
      const input = { version, idleMinutes: idle, longestHours: longest, ...change }
      return call('saveSessionRule', input, { key: keyOf(input) })
    },
    onSuccess: () => success('会话时长已保存'),
    onError: showRefusal,
    onSettled: (saved) => onChanged(saved?.version),
  })
  return (
    <RuleRow
      title="会话时长"
      act={
        <>
          <Select<number>
            aria-label="闲置多久后重新登录"
            value={session.idleMinutes ?? 0}
            options={[
              { ...none, label: '闲置不限' },
              ...entryLimits.idleMinutes.map((value) => ({ value, label: `闲置${minutes(value)}` })),
            ]}
            onChange={(value) =>
              saving.mutate({ idleMinutes: entryLimits.idleMinutes.find((one) => one === value) ?? null })
            }
          />
          <Select<number>
            aria-label="登录多久后重新登录"
            value={session.longestHours ?? 0}
            options={[
              { ...none, label: '总时长不限' },
              ...entryLimits.longestHours.map((value) => ({ value, label: `登录满${hours(value)}` })),
            ]}
            onChange={(value) =>
              saving.mutate({ longestHours: entryLimits.longestHours.find((one) => one === value) ?? null })
            }
          />
        </>
      }
    >
      超过后须重新登录才能进入本企业，统一登录的成员也一样；签署链接不受影响，填到一半的内容会保留。不另行限制时，平台仍会在闲置30分钟（选了保持登录的为7天）后退出。
      {group !== null && group.longestHours !== null && (
        <span className="sec-warn">
          由{group.groupName}设定：登录满{hours(group.longestHours)}须重新登录，本企业不能放宽，两者中更严的生效
        </span>
      )}
    </RuleRow>
  )
}
