import { checkPassword, type PasswordOwner } from '@moqi/domain/account/password'
import { Check } from 'lucide-react'
import { Field } from '../../ui/field.tsx'
import { useEye } from '../../ui/password-field.tsx'
import type { FormFaults } from './form-faults.ts'
import './new-password.css'

/** A password typed twice. */
export type TypedPassword = { password: string; again: string }

type NewPasswordProps = {
  label?: string
  value: TypedPassword
  faults: FormFaults
  onChange: (value: TypedPassword) => void
}

const kinds: [label: string, kind: RegExp][] = [
  ['大写', /[A-Z]/],
  ['小写', /[a-z]/],
  ['数字', /\d/],
  ['特殊字符', /[^A-Za-z0-9]/],
]

/** What is wrong with it (domain 4.2, 7.7). */
export function passwordFaults({ password, again }: TypedPassword, owner: PasswordOwner): FormFaults {
  if (password === '') return { password: '请输入密码' }
  const checked = checkPassword(password, owner)
  if (!checked.ok) return { password: checked.message }
  return again === password ? {} : { again: '两次密码输入不一致' }
}

/** A new password, twice; what the rule still wants is shown while one types. */
export function NewPassword({ label = '密码', value, faults, onChange }: NewPasswordProps) {
  const { type, eye } = useEye('显示密码')
  const { password, again } = value
  return (
    <>
      <div>
        <Field
          label={label}
          name="password"
          type={type}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={128}
          placeholder="8–20位"
          value={password}
          error={faults.password}
          onChange={(event) => onChange({ password: event.target.value, again })}
          end={eye}
        />
        <ul className="password-rules" aria-label="密码要求">
          <Rule met={password.length >= 8 && password.length <= 20}>8-20位</Rule>
          <li>至少三种：</li>
          {kinds.map(([name, kind]) => (
            <Rule key={name} met={kind.test(password)}>
              {name}
            </Rule>
          ))}
        </ul>
      </div>
      <Field
        label="确认密码"
        name="again"
        type={type}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        placeholder="再输入一次"
        value={again}
        error={faults.again}
        onChange={(event) => onChange({ password, again: event.target.value })}
      />
    </>
  )
}

function Rule({ met, children }: { met: boolean; children: string }) {
  return (
    <li className={met ? 'met' : undefined}>
      <Check size={14} aria-hidden="true" />
      {children}
      <span className="sr">{met ? '，已满足' : '，未满足'}</span>
    </li>
  )
}
