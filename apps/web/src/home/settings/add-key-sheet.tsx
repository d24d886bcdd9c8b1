import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { checkKeyName } from '@moqi/domain/account/passkey'
import { useRef, useState } from 'react'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { makeKey } from '../../client/ask-key.ts'
import { OwnCodeField } from '../../kit/account/own-code-field.tsx'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { Field } from '../../ui/field.tsx'
import { SettingSheet } from './setting-sheet.tsx'

type FieldName = 'name' | 'smsCode'

/** A new key: a name, a code to the phone, then the browser's own dialog, which may be tried again. */
export function AddKeySheet({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [smsCode, setSmsCode] = useState('')
  const [proved, setProved] = useState(false)
  const options = useRef<Output<Table['getKeyOptions']> | null>(null)
  const check = (): Partial<Record<FieldName, string>> => {
    const named = checkKeyName(name)
    return {
      ...(!named.ok && { name: named.message }),
      ...(!proved && smsCode.length !== 6 && { smsCode: '请输入6位短信验证码' }),
    }
  }
  const send = async () => {
    options.current ??= await call('getKeyOptions', { smsCode })
    setProved(true)
    const made = await makeKey(options.current)
    try {
      return await call('addKey', { ...made, name })
    } catch (fault) {
      // A refused challenge is none any more: the next press begins with another code.
      if (fault instanceof CallRefusal && fault.reason === 'account/key-wrong') {
        options.current = null
        setProved(false)
        setSmsCode('')
      }
      throw fault
    }
  }
  const { faultOf, ...sheet } = useSheetForm<FieldName, unknown>({ check, send, onDone, otherwise: 'name' })
  return (
    <SettingSheet title="添加密钥" confirm={proved ? '使用密钥' : '下一步'} sheet={sheet} onClose={onClose}>
      <p className="muted">
        通行密钥保存在本机或您的云端账号中，安全密钥是USB、NFC设备。下一步由浏览器询问用哪一种，平台只保存公钥。
      </p>
      <Field
        label="名称"
        name="name"
        maxLength={20}
        placeholder="如：办公电脑、蓝色安全密钥"
        value={name}
        error={faultOf('name')}
        onChange={(event) => setName(event.target.value)}
      />
      {!proved && <OwnCodeField scene="key" value={smsCode} error={faultOf('smsCode')} onChange={setSmsCode} />}
    </SettingSheet>
  )
}
