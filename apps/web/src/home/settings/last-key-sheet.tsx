import type { Key } from '@moqi/api/passkey'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { SettingSheet } from './setting-sheet.tsx'

/** Takes the last key off the account, by a code to the phone. */
export function LastKeySheet({ own, onDone, onClose }: { own: Key; onDone: () => void; onClose: () => void }) {
  const [smsCode, setSmsCode] = useState('')
  const { faultOf, ...sheet } = useSheetForm<'smsCode', null>({
    check: () => (smsCode.length === 6 ? {} : { smsCode: '请输入6位短信验证码' }),
    send: () => call('removeKey', { keyId: own.keyId, smsCode }),
    onDone,
    otherwise: 'smsCode',
  })
  return (
    <SettingSheet title="移除密钥" confirm="移除" variant="danger" sheet={sheet} onClose={onClose}>
      <p>“{own.name}”是最后一把密钥。移除后只能用密码或验证码登录，登录二次验证随之关闭，恢复码作废。</p>
      <OwnCodeField scene="key" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />
    </SettingSheet>
  )
}
