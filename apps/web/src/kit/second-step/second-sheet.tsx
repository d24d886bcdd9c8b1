import type { KeyChallenge } from '@moqi/api/passkey'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useSheetForm } from '../form/use-sheet-form.ts'
import { signWithKey } from '../../client/ask-key.ts'
import './second-sheet.css'

type Session = { token: string; device?: string | undefined }
type SecondSheetProps = {
  challenge: KeyChallenge
  rememberMe: 0 | 1
  onEntered: (session: Session) => void
  onClose: () => void
}

/** The second step of signing in: by a key of the account, or by a recovery code when none is at hand. */
export function SecondSheet({ challenge, rememberMe, onEntered, onClose }: SecondSheetProps) {
  const [byCode, setByCode] = useState(challenge.keyArray.length === 0)
  const [recoveryCode, setRecoveryCode] = useState('')
  const { form, faultOf, submit, busy } = useSheetForm<'form' | 'recoveryCode', Session>({
    check: () => (byCode && recoveryCode.trim() === '' ? { recoveryCode: '请输入恢复码' } : {}),
    send: async () => {
      const { code } = challenge
      if (byCode) return call('loginByRecoveryCode', { code, recoveryCode: recoveryCode.trim(), rememberMe })
      const answer = await call('loginByKey', { ...(await signWithKey(challenge, 'preferred')), rememberMe })
      if (!('token' in answer)) throw new Error('a signature was answered with a challenge')
      return answer
    },
    onDone: onEntered,
    otherwise: 'form',
  })
  return (
    <Sheet
      title="二次验证"
      width={440}
      onClose={onClose}
      footer={
        <Button variant="primary" size="xl" block busy={busy} onClick={() => submit()}>
          {!byCode && !busy && <KeyRound size={18} />}
          {byCode ? '用恢复码登录' : '使用密钥'}
        </Button>
      }
    >
      <form ref={form} className="second-form" noValidate onSubmit={submit}>
        <FormFault>{faultOf('form')}</FormFault>
        <p>此账号开启了登录二次验证，请用已绑定的密钥完成登录。</p>
        {byCode ? (
          <Field
            label="恢复码"
            name="recoveryCode"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            placeholder="如：ABCD-EFGH-JKLM"
            value={recoveryCode}
            error={faultOf('recoveryCode')}
            hint="每个恢复码只能用一次，开启二次验证时显示过"
            onChange={(event) => setRecoveryCode(event.target.value)}
          />
        ) : (
          <p className="muted">请准备好安全密钥，或使用本机的指纹、面容、屏幕锁。</p>
        )}
        {challenge.keyArray.length > 0 && (
          <p>
            <button type="button" className="link" onClick={() => setByCode(!byCode)}>
              {byCode ? '使用密钥' : '密钥不在身边？用恢复码登录'}
            </button>
          </p>
        )}
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}
