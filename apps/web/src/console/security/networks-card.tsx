import { entryLimits } from '@moqi/domain/spaces/entry-rule'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { CallRefusal, showRefusal } from '../../client/call-error.ts'
import { useRepeatKey } from '../../client/use-repeat-key.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Field, FormFault } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { success } from '../../ui/toast-store.ts'
import { type RuleProps, RuleRow } from './rule-row.tsx'

type Network = RuleProps['rules']['network']

/** 网络: from where the company's space is entered. */
export function NetworksCard({ rules, onChanged }: RuleProps) {
  const { version, network, address, isInside } = rules
  const [fault, setFault] = useState<string>()
  const keyOf = useRepeatKey()
  const saving = useMutation({
    mutationFn: (change: Partial<Network>) => {
      const input = { version, ...network, ...change }
      return call('saveNetworks', input, { key: keyOf(input) })
    },
    onSuccess: (saved) => {
      success('网络规则已保存')
      onChanged(saved.version)
    },
    onError: (error) => {
      if (error instanceof CallRefusal) setFault(error.message)
      else showRefusal(error)
      if (error instanceof CallRefusal && error.code === 409) onChanged()
    },
  })
  const save = (change: Partial<Network>) => {
    setFault(undefined)
    saving.mutate(change)
  }
  const { networkArray } = network
  const isOn = network.isOn === 1
  return (
    <section className="card" aria-labelledby="sec-network">
      <h2 className="h2 sec-title" id="sec-network">
        网络
      </h2>
      <ul className="sec-rules">
        <RuleRow
          title="只允许从这些网络进入"
          act={
            <label className="sec-switch">
              <Switch
                aria-label="只允许从这些网络进入"
                checked={isOn}
                disabled={saving.isPending}
                onChange={(on) => save({ isOn: on ? 1 : 0 })}
              />
            </label>
          }
          more={
            <>
              <FormFault>{fault}</FormFault>
              {networkArray.length > 0 && (
                <ul className="sec-networks">
                  {networkArray.map((one) => (
                    <li key={one.network}>
                      <code>{one.network}</code>
                      <span>{one.networkName}</span>
                      <button
                        type="button"
                        className="link danger"
                        aria-label={`移除：${one.network}`}
                        onClick={() => save({ networkArray: networkArray.filter((other) => other !== one) })}
                      >
                        移除
                      </button>
                    </li>
                  ))}
                </ul>
              )}
              <p className={isInside === 1 ? 'small muted' : 'small sec-warn'}>
                您当前的网络地址 {address} {isInside === 1 ? '在范围内' : '不在范围内，加入后才能开启'}
              </p>
              {networkArray.length < entryLimits.networks && (
                <AddNetwork
                  address={isInside === 1 ? '' : address}
                  busy={saving.isPending}
                  onAdd={(added) => save({ networkArray: [...networkArray, added] })}
                />
              )}
              <Check
                checked={network.withApplications === 1}
                disabled={saving.isPending}
                onChange={({ target }) => save({ withApplications: target.checked ? 1 : 0 })}
              >
                应用的签名请求也须来自这些网络（每个应用另可设置自己的IP）
              </Check>
            </>
          }
        >
          范围之外的人可以打开收到的签署链接，但不能进入本企业空间。公司网络变更、谁都无法进入时，管理员可凭短信验证码紧急关闭，并通知全部管理员。
        </RuleRow>
      </ul>
    </section>
  )
}

type AddProps = { address: string; busy: boolean; onAdd: (added: Network['networkArray'][number]) => void }

function AddNetwork({ address, busy, onAdd }: AddProps) {
  const [network, setNetwork] = useState(address)
  const [networkName, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (network.trim() !== '' && !busy) onAdd({ network: network.trim(), networkName: networkName.trim() })
  }
  return (
    <form className="sec-add" noValidate onSubmit={submit}>
      <Field
        size="m"
        label="IP地址或网段"
        placeholder="如 115.236.18.0/24、2408:8000::/32"
        maxLength={60}
        value={network}
        onChange={({ target }) => setNetwork(target.value)}
      />
      <Field
        size="m"
        label="名称"
        placeholder="如 杭州总部办公网"
        maxLength={entryLimits.networkName}
        value={networkName}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" busy={busy} disabled={network.trim() === ''}>
        <Plus size={16} />
        添加网络
      </Button>
    </form>
  )
}
