import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { ask } from '../../ui/ask-store.ts'
import { success } from '../../ui/toast-store.ts'
import { CardState } from '../../ui/card-state.tsx'
import { DeviceRow } from './device-row.tsx'
import './settings-cards.css'
import { signInKeys } from './sign-in-keys.ts'

const day = '{y}-{m}-{d}'

/** The devices that are trusted: strangers' failures do not lock their owner out there. */
export function DevicesCard() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: signInKeys.devices,
    queryFn: ({ signal }) => call('listDevices', {}, { signal, quiet: true }),
  })
  const forget = async (deviceId: string, name: string, current: boolean) => {
    const text = `移除后，“${name}”不再受信任${current ? '' : '，其上的登录将一并退出'}。`
    if (!(await ask({ title: '移除受信任的设备', text, confirm: '移除', cancel: '取消' }))) return
    try {
      await call('forgetDevice', { deviceId })
      success('设备已移除')
    } catch (fault) {
      showRefusal(fault)
    }
    await Promise.all(
      [signInKeys.devices, signInKeys.sessions].map((queryKey) => client.invalidateQueries({ queryKey })),
    )
  }
  return (
    <section className="card settings-card" aria-labelledby="devices-title">
      <div className="card-head settings-head">
        <h2 id="devices-title" className="h2">
          受信任的设备
        </h2>
        <span className="small muted">他人输错密码时，这些设备仍可登录</span>
      </div>
      <CardState query={query} rows={2}>
        {({ deviceArray }) =>
          deviceArray.length === 0 ? (
            <p className="settings-none muted">暂无。登录时勾选“记住我”，或用验证码登录，设备即受信任。</p>
          ) : (
            <ul aria-labelledby="devices-title">
              {deviceArray.map((device) => (
                <DeviceRow
                  key={device.deviceId}
                  device={device}
                  facts={`${device.address}　${formatDate(device.createTime, day)} 添加`}
                  at={`${formatDate(device.seenTime, day)} 登录`}
                  act={
                    <button
                      type="button"
                      className="link"
                      aria-label={`移除：${device.deviceName}`}
                      onClick={() => void forget(device.deviceId, device.deviceName, device.isCurrent === 'yes')}
                    >
                      移除
                    </button>
                  }
                />
              ))}
            </ul>
          )
        }
      </CardState>
    </section>
  )
}
