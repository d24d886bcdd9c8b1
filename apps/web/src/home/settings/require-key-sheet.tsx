import { Copy } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { success, warn } from '../../ui/toast-store.ts'
import { SettingSheet } from './setting-sheet.tsx'

type RequireKeySheetProps = { required: boolean; onChanged: () => void; onClose: () => void }

/** Turns 登录二次验证 on or off by a code to the phone; turned on, it shows the recovery codes this once. */
export function RequireKeySheet({ required, onChanged, onClose }: RequireKeySheetProps) {
  const [smsCode, setSmsCode] = useState('')
  const [codes, setCodes] = useState<string[] | null>(null)
  const { faultOf, ...sheet } = useSheetForm<'smsCode', { recoveryCodes: string[] }>({
    check: () => (smsCode.length === 6 ? {} : { smsCode: '请输入6位短信验证码' }),
    send: () => call('requireKey', { keyRequired: required ? 'yes' : 'no', smsCode }),
    onDone: ({ recoveryCodes }) => {
      onChanged()
      if (required) return setCodes(recoveryCodes)
      success('登录二次验证已关闭')
      onClose()
    },
    otherwise: 'smsCode',
  })
  if (codes) return <RecoveryCodes codes={codes} onClose={onClose} />
  return (
    <SettingSheet
      title={required ? '开启登录二次验证' : '关闭登录二次验证'}
      confirm={required ? '开启并显示恢复码' : '关闭'}
      sheet={sheet}
      onClose={onClose}
    >
      <p className="muted">
        {required
          ? '开启后，输入密码或验证码还需使用密钥才能登录。密钥丢失时用恢复码登录，此前的恢复码将作废。'
          : '关闭后，密码或验证码正确即可登录，恢复码作废。'}
      </p>
      <OwnCodeField scene="key" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
    </SettingSheet>
  )
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => success('恢复码已复制'),
      () => warn('无法复制，请手动选中恢复码'),
    )
  return (
    <Sheet
      title="恢复码"
      width={440}
      onClose={onClose}
      footer={
        <>
          <Button size="xl" onClick={() => void copy()}>
            <Copy size={16} />
            复制
          </Button>
          <Button variant="primary" size="xl" onClick={onClose}>
            我已保存
          </Button>
        </>
      }
    >
      <p>登录二次验证已开启。恢复码只显示这一次，请打印或抄写后妥善保管；每个只能用一次。</p>
      <ul className="recovery-codes num" aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Sheet>
  )
}
