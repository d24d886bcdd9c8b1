import { useState } from 'react'
import { call } from '../../client/call.ts'
import { hasOperatorSessionEnded, startOperatorSession } from '../../client/operator-session.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { DoorFrame } from '../../kit/operator/door-frame.tsx'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { PasswordField } from '../../ui/password-field.tsx'

type FieldName = 'name' | 'password' | 'code' | 'form'

/** Name and password, then what the authenticator shows, or a recovery code: judged together, so that neither tells. */
export function SignInPage() {
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [at, setAt] = useState(0)
  const [ended] = useState(hasOperatorSessionEnded)
  const check = (): Partial<Record<FieldName, string>> => ({
    ...(name.trim() === '' && { name: '请输入账号' }),
    ...(password === '' && { password: '请输入密码' }),
    ...(at === 1 && code.trim() === '' && { code: '请输入动态口令或恢复码' }),
  })
  const send = async () => {
    if (at === 0) return null
    return call('signInOperator', { name, password, code }, { quiet: true }).catch((fault: unknown) => {
      // Which of the three was wrong is not told: all of it may be typed anew.
      setAt(0)
      setCode('')
      throw fault
    })
  }
  const onDone = (session: { token: string } | null) => {
    if (session === null) return setAt(1)
    startOperatorSession(session.token)
    return void navigate('/')
  }
  const { form, faultOf, submit, busy } = useSheetForm<FieldName, { token: string } | null>({
    check,
    send,
    onDone,
    otherwise: 'form',
  })
  return (
    <DoorFrame label="运营人员登录" steps={['1　账号', '2　动态口令']} at={at} form={form} onSubmit={submit}>
      {ended && at === 0 && <p className="muted">登录已失效，请重新登录。</p>}
      <FormFault>{faultOf('form')}</FormFault>
      {at === 0 ? (
        <>
          <Field
            label="账号"
            name="name"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={32}
            value={name}
            error={faultOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <PasswordField
            label="密码"
            name="password"
            autoComplete="current-password"
            maxLength={128}
            value={password}
            error={faultOf('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
        </>
      ) : (
        <Field
          key="code"
          label="动态口令"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus
          maxLength={40}
          hint="验证器上的6位数字；验证器不在身边时，填写一个恢复码"
          value={code}
          error={faultOf('code')}
          onChange={(event) => setCode(event.target.value)}
        />
      )}
      <Button variant="primary" size="xl" block type="submit" busy={busy}>
        {at === 0 ? '下一步' : '登录'}
      </Button>
      {at === 0 ? (
        <Link className="link" to="/enrol">
          有启用码？启用账号
        </Link>
      ) : (
        <button type="button" className="link" onClick={() => setAt(0)}>
          返回上一步
        </button>
      )}
    </DoorFrame>
  )
}
