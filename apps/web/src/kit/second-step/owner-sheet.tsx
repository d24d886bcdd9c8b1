import type { OwnerChallenge } from '@moqi/api/phone-owner'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormFault } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useSheetForm } from '../form/use-sheet-form.ts'
import './second-sheet.css'

type Proof = OwnerChallenge['proofArray'][number]
type Session = { token: string; device?: string | undefined }
type OwnerSheetProps = {
  challenge: OwnerChallenge
  rememberMe: 0 | 1
  onEntered: (session: Session) => void
  onClose: () => void
}

const fields: Readonly<Record<Proof, { label: string; other: string; hint?: string; autoComplete: string }>> = {
  idNumber: {
    label: '证件号码',
    other: '改用证件号码',
    hint: '实名认证时使用的证件，仅用于核对',
    autoComplete: 'off',
  },
  password: { label: '登录密码', other: '改用登录密码', autoComplete: 'current-password' },
}

/**
 * Behind a code that was right, where the account has been unused for so long that its number may have come to somebody
 * else: whoever owns it proves that, anybody else gets an account of their own.
 */
export function OwnerSheet({ challenge, rememberMe, onEntered, onClose }: OwnerSheetProps) {
  const { code, proofArray } = challenge
  const [proof, setProof] = useState<Proof | 'none'>(proofArray[0] ?? 'none')
  const [text, setText] = useState('')
  const { form, faultOf, submit, busy } = useSheetForm<'form' | 'text', Session>({
    check: () => (proof !== 'none' && text.trim() === '' ? { text: `请输入${fields[proof].label}` } : {}),
    send: () =>
      proof === 'none'
        ? call('leaveAccount', { code, agree: 1, rememberMe })
        : call('proveOwner', { code, proof, text, rememberMe }),
    onDone: onEntered,
    otherwise: 'form',
  })
  const turn = (to: Proof | 'none') => {
    setProof(to)
    setText('')
  }
  return (
    <Sheet
      title={proof === 'none' ? '新建账号' : '确认账号主人'}
      width={440}
      onClose={onClose}
      footer={
        <Button variant="primary" size="xl" block busy={busy} onClick={() => submit()}>
          {proof === 'none' ? '新建账号并登录' : '确认并登录'}
        </Button>
      }
    >
      <form ref={form} className="second-form" noValidate onSubmit={submit}>
        <FormFault>{faultOf('form')}</FormFault>
        {proof === 'none' ? (
          <p>
            将以该手机号新建账号。原账号的合同、印章和企业您都看不到，原主人仍可用账号密码或密钥登录，并换绑手机号。
          </p>
        ) : (
          <>
            <p>该手机号的账号已超过90天没有登录。手机号可能已换了主人，请先证明您是账号的主人。</p>
            <Field
              key={proof}
              label={fields[proof].label}
              name={proof}
              type={proof === 'password' ? 'password' : 'text'}
              autoComplete={fields[proof].autoComplete}
              spellCheck={false}
              maxLength={128}
              value={text}
              error={faultOf('text')}
              {...(fields[proof].hint !== undefined && { hint: fields[proof].hint })}
              onChange={(event) => setText(event.target.value)}
            />
          </>
        )}
        {proofArray
          .filter((other) => other !== proof)
          .map((other) => (
            <p key={other}>
              <button type="button" className="link" onClick={() => turn(other)}>
                {proof === 'none' ? '我是账号的主人' : fields[other].other}
              </button>
            </p>
          ))
          .slice(0, 1)}
        {proof !== 'none' && (
          <p>
            <button type="button" className="link" onClick={() => turn('none')}>
              这不是我的账号
            </button>
          </p>
        )}
        <button hidden type="submit" />
      </form>
    </Sheet>
  )
}
