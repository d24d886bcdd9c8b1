import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { startOperatorSession } from '../../client/operator-session.ts'
import { useSheetForm } from '../../kit/form/use-sheet-form.ts'
import { DoorFrame } from '../../kit/operator/door-frame.tsx'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { inFours } from '../../ui/in-fours.ts'
import { PasswordField } from '../../ui/password-field.tsx'

type FieldName = 'name' | 'enrolCode' | 'password' | 'code' | 'form'
type Begun = Output<Table['beginOperatorEnrolment']>
type Ended = Output<Table['endOperatorEnrolment']>

const steps = ['1　启用码', '2　验证器', '3　恢复码']

/** An account's first hour: a password for the code one was given, an authenticator, and what stands in for it. */
export function EnrolPage() {
  const navigate = useNavigate()
  const [typed, setTyped] = useState({ name: '', enrolCode: '', password: '', code: '' })
  const [begun, setBegun] = useState<Begun | null>(null)
  const [ended, setEnded] = useState<Ended | null>(null)
  const at = ended ? 2 : begun ? 1 : 0
  const { name, enrolCode, password, code } = typed
  const { form, faultOf, submit, busy } = useSheetForm<FieldName, unknown>({
    check: () => ({
      ...(at === 0 && name.trim() === '' && { name: '请输入账号' }),
      ...(at === 0 && enrolCode.trim() === '' && { enrolCode: '请输入启用码' }),
      ...(at === 0 && password === '' && { password: '请设置密码' }),
      ...(at === 1 && !/^\d{6}$/.test(code.trim()) && { code: '请输入验证器上的6位数字' }),
    }),
    async send() {
      if (at === 0) setBegun(await call('beginOperatorEnrolment', { name, enrolCode, password }, { quiet: true }))
      if (at === 1) setEnded(await call('endOperatorEnrolment', { name, enrolCode, code }, { quiet: true }))
      if (!ended) return
      startOperatorSession(ended.token)
      await navigate('/')
    },
    onDone: () => {},
    otherwise: 'form',
  })
  const field = (key: keyof typeof typed) => ({
    name: key,
    value: typed[key],
    error: faultOf(key),
    spellCheck: false,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [key]: target.value }),
  })
  return (
    <DoorFrame label="启用账号" steps={steps} at={at} form={form} onSubmit={submit}>
      <FormFault>{faultOf('form')}</FormFault>
      {at === 0 && (
        <>
          <Field label="账号" autoComplete="username" autoCapitalize="none" maxLength={32} {...field('name')} />
          <Field
            label="启用码"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            hint="添加账号时显示，一天内有效，只能用一次"
            {...field('enrolCode')}
          />
          <PasswordField label="设置密码" autoComplete="new-password" maxLength={128} {...field('password')} />
        </>
      )}
      {begun && at === 1 && (
        <>
          <div className="room-secret">
            <img src={begun.qrcode} alt="用验证器扫描的二维码" />
            <p className="small muted">用验证器应用扫描，或手工输入密钥：</p>
            <code>{inFours(begun.secret)}</code>
          </div>
          <Field
            label="验证器上的6位数字"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            {...field('code')}
          />
        </>
      )}
      {ended && <Codes codes={ended.recoveryCodeArray} />}
      <Button variant="primary" size="xl" block type="submit" busy={busy}>
        {['下一步', '完成启用', '我已保存，进入运营室'][at]}
      </Button>
      {at === 0 && (
        <Link className="link" to="/sign-in">
          已经启用？登录
        </Link>
      )}
    </DoorFrame>
  )
}

/** Shown once. */
const Codes = ({ codes }: { codes: readonly string[] }) => (
  <>
    <p>账号已启用。验证器不在身边时，可用恢复码登录，每个只能用一次。请抄写或打印，离开后不再显示。</p>
    <ul className="room-codes" aria-label="恢复码">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  </>
)
