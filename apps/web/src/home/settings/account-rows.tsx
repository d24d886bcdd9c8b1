import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from '../../router/hooks.ts'
import { LoadingFailed } from '../../ui/loading-failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { success } from '../../ui/toast-store.ts'
import { useNow } from '../../ui/use-now.ts'
import { securityKey, useSecurityInfo } from '../../kit/account/use-security-info.ts'
import { PasswordSheet } from './password-sheet.tsx'
import { PhoneSheet } from './phone-sheet.tsx'
import { PinSheet } from './pin-sheet.tsx'
import { SettingRows } from './setting-rows.tsx'
import { signInKeys } from './sign-in-keys.ts'
import { signInRows, signingRows, type SettingAct } from './settings-facts.ts'
import './settings.css'

const elsewhere = {
  mail: '/bind-email?from=/user/settings',
  authenticate: '/personal-auth-info?from=/user/settings',
} as const
type Open = Exclude<SettingAct, keyof typeof elsewhere>

/** What can be changed of the account: password, phone, mail, signing PIN. */
export function AccountRows() {
  const { data, isError, isFetching, refetch } = useSecurityInfo()
  const [open, setOpen] = useState<Open | null>(null)
  const now = useNow()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  if (isError && !data) return <LoadingFailed onRetry={() => void refetch()} busy={isFetching} />
  if (!data)
    return (
      <div aria-busy="true">
        <Skeleton rows={6} height={48} />
      </div>
    )
  const act = (what: SettingAct) =>
    what === 'mail' || what === 'authenticate' ? void navigate(elsewhere[what]) : setOpen(what)
  const done = (text: string) => {
    setOpen(null)
    success(text)
    for (const queryKey of [securityKey, ['account'], signInKeys.sessions, signInKeys.devices])
      void queryClient.invalidateQueries({ queryKey })
  }
  const close = () => setOpen(null)
  const sheets = {
    password: (
      <PasswordSheet
        hasPassword={data.passwordSetTime !== null}
        onDone={() => done('密码已修改，其他设备已退出登录')}
        onClose={close}
      />
    ),
    phone: <PhoneSheet phone={data.phone} onDone={(phone) => done(`手机号已更换为${phone}`)} onClose={close} />,
    pin: <PinSheet onDone={() => done('签署密码已设置')} onClose={close} />,
  }
  return (
    <>
      <div className="set-two">
        <SettingRows title="登录" rows={signInRows(data, now)} onAct={act} />
        <SettingRows title="签署" rows={signingRows(data)} onAct={act} />
      </div>
      {open && sheets[open]}
    </>
  )
}
