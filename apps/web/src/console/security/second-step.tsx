import { formatDate } from '@moqi/domain/time/format-date'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { FormSheet } from '../../kit/form/form-sheet.tsx'
import { inWorkspace } from '../../kit/console/console-entries.ts'
import { ask } from '../../ui/ask-store.ts'
import { Check } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { success } from '../../ui/toast-store.ts'
import { type RuleProps, RuleRow } from './rule-row.tsx'

/** 双因子登录: asked of all members or of some roles, after a grace. */
export function SecondStep({ rules, onChanged }: RuleProps) {
  const { second, roleArray, version } = rules
  const [open, setOpen] = useState(false)
  const keyOf = useRepeatKey()
  const input = { version, isOn: 0 } as const
  const ending = useMutation({
    mutationFn: () => call('saveSecondStep', input, { key: keyOf(input) }),
    onSuccess: () => success('不再要求双因子登录'),
    onError: showRefusal,
    onSettled: (saved) => onChanged(saved?.version),
  })
  const turn = async (isOn: boolean) => {
    if (isOn) return setOpen(true)
    const text = '成员将可以只凭密码或验证码进入本企业。已开启登录二次验证的成员，自己的设置不变。'
    if (await ask({ title: '不再要求双因子登录', text, confirm: '不再要求', cancel: '取消', tone: 'seal' }))
      ending.mutate()
  }
  const whose = second.roleArray
    ?.map((key) => roleArray.find(({ roleKey }) => roleKey === key)?.roleName ?? '已删除的角色')
    .join('、')
  return (
    <RuleRow
      title="双因子登录"
      act={
        <label className="sec-switch">
          <Switch aria-label="双因子登录" checked={second.isOn === 1} onChange={(isOn) => void turn(isOn)} />
        </label>
      }
    >
      密码或验证码之外，再用通行密钥、安全密钥或USBKey。
      {second.isOn === 1 && (
        <span className="sec-warn">
          {whose ?? '全体成员'}：{second.withNumber} 人已开启，{second.askedNumber} 人尚未开启，
          {formatDate(second.fromTime ?? 0, '{y}-{m}-{d} {h}:{i}')} 起未开启的不能进入本企业
        </span>
      )}
      {rules.group !== null && rules.group.secondTime !== null && (
        <span className="sec-warn">
          由{rules.group.groupName}设定：{formatDate(rules.group.secondTime, '{y}-{m}-{d} {h}:{i}')}
          起全体成员必须，本企业不能放宽
        </span>
      )}
      {open && (
        <AskSheet
          rules={rules}
          onDone={() => {
            setOpen(false)
            success('已要求双因子登录，尚未开启的成员已收到通知')
            onChanged()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </RuleRow>
  )
}

const graces = [
  { value: '0', label: '立即' },
  { value: '7', label: '7天' },
  { value: '14', label: '14天' },
  { value: '30', label: '30天' },
] as const

type AskProps = Pick<RuleProps, 'rules'> & { onDone: () => void; onClose: () => void }

function AskSheet({ rules, onDone, onClose }: AskProps) {
  const [whose, setWhose] = useState<'all' | 'roles'>('all')
  const [roles, setRoles] = useState<readonly string[]>([])
  const [grace, setGrace] = useState<(typeof graces)[number]['value']>('7')
  const roleArray = whose === 'all' ? null : [...roles]
  const weight = useQuery({
    queryKey: ['security-weight', rules.version, roleArray],
    queryFn: ({ signal }) => call('weighSecondStep', { roleArray }, { signal }),
  })
  const keyOf = useRepeatKey()
  const days = grace === '0' ? 0 : grace === '7' ? 7 : grace === '14' ? 14 : 30
  const input = { version: rules.version, isOn: 1, roleArray, graceDays: days } as const
  const ready = rules.hasSecond === 1 && weight.data !== undefined && (whose === 'all' || roles.length > 0)
  return (
    <FormSheet
      title="要求双因子登录"
      confirm="确定开启"
      width={520}
      ready={ready}
      send={() => call('saveSecondStep', input, { key: keyOf(input) })}
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented
        label="要求谁"
        options={[
          { value: 'all', label: '全体成员' },
          { value: 'roles', label: '指定角色' },
        ]}
        value={whose}
        onChange={setWhose}
      />
      {whose === 'roles' && (
        <div className="sec-roles" role="group" aria-label="角色">
          {rules.roleArray.map(({ roleKey, roleName, memberNumber }) => (
            <Check
              key={roleKey}
              checked={roles.includes(roleKey)}
              onChange={({ target }) =>
                setRoles(target.checked ? [...roles, roleKey] : roles.filter((one) => one !== roleKey))
              }
            >
              {roleName}（{memberNumber}人）
            </Check>
          ))}
        </div>
      )}
      {weight.data ? (
        <ul className="sec-weight">
          <li>
            <b>{weight.data.withNumber}</b>
            <span>已开启，不受影响</span>
          </li>
          <li>
            <b>{weight.data.askedNumber}</b>
            <span>进入本企业时被要求设置</span>
          </li>
          <li>
            <b>{weight.data.applicationNumber}</b>
            <span>应用，不受影响</span>
          </li>
        </ul>
      ) : (
        <Skeleton height={88} />
      )}
      <p className="muted">给还没有开启的人留多久</p>
      <Segmented label="宽限" options={graces} value={grace} onChange={setGrace} />
      {rules.hasSecond === 1 ? (
        <p className="sec-note">
          宽限期过后，未开启的成员不能进入本企业空间，进入时会被引导设置；个人空间不受影响。请至少保留两名已开启的管理员。
        </p>
      ) : (
        <p className="sec-note">
          您自己还没有开启登录二次验证。请先
          <a className="sec-link" href={inWorkspace('/user/settings')}>
            到安全设置开启
          </a>
          ，这样总有一名管理员能够进入。
        </p>
      )}
    </FormSheet>
  )
}
