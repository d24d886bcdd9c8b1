import { useState } from 'react'
import { call } from '../../client/call.ts'
import { config } from '../../client/config.ts'
import { withRedirect } from '../../client/own-path.ts'
import { hrefOf } from '../../router/leave.ts'
import { signWithKey } from '../../client/ask-key.ts'
import { Field } from '../../ui/field.tsx'
import { LoginForm } from './login-form.tsx'

/**
 * 密钥登录 (checklist C10, V3): by a passkey that knows whose it is, or by a security key of the account that is named.
 */
export function KeyForm() {
  const [userName, setUserName] = useState('')
  const signIn = async (rememberMe: 0 | 1) => {
    const challenge = await call('loginByKey', { id: userName.trim() })
    if ('token' in challenge) return challenge
    const signed = await signWithKey(challenge, 'required')
    const session = await call('loginByKey', { ...signed, rememberMe, agree: 1 })
    if (!('token' in session)) throw new Error('a signature was answered with a challenge')
    return session
  }
  return (
    <LoginForm check={() => ({})} send={signIn} act="使用密钥登录">
      {() => (
        <>
          <p className="muted">
            用已绑定的通行密钥（指纹、面容、屏幕锁）或安全密钥登录，无需密码。还没有密钥时，请先用其他方式登录，在“安全设置”中添加。
          </p>
          {config.companion && (
            <p>
              <a className="link" href={hrefOf(withRedirect('/login/key', location.search))}>
                用USBKey中的数字证书登录
              </a>
            </p>
          )}
          <Field
            label="手机号/账号（选填）"
            name="userName"
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            placeholder="通行密钥无需填写"
            hint="部分安全密钥不记录账号，填写后才能找到"
            value={userName}
            onChange={(event) => setUserName(event.target.value)}
          />
        </>
      )}
    </LoginForm>
  )
}
